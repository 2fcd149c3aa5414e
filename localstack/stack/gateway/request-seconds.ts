/** Seconds after which API Gateway ends a request. */
export const MAX_REQUEST_SECONDS = 29;
