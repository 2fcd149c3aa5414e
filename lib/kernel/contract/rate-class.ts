/** Classes of requests, each with its own rate limit: all requests, and those that create a render. */
export type RateLimitClass = 'requests' | 'render_creations';
