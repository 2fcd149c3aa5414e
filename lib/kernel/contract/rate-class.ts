/** The classes of requests that a rate limit counts: every request, and those that create a render in their own class. */
export type RateClass = 'requests' | 'render_creations';
