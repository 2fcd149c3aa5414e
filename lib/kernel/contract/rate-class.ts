/** The classes of requests that a rate limit counts: every request, and those that create a render in a class of their own. */
export type RateClass = 'requests' | 'render_creations';
