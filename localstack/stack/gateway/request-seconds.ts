/** Seconds after which API Gateway ends a request. */
export const REQUEST_SECONDS = 29;
