import { corsHeaders } from '../cors.ts';
import { joinedHeader } from './headers.ts';
import type { EndpointMiddleware } from './request-state.ts';

/** Dependencies of `corsMiddleware`. */
export interface CorsMiddlewareDeps {
  /** Origins whose pages may use the session cookie. */
  sessionOrigins: readonly string[];
}

/** Adds the CORS headers to all answers of an operation, errors included. */
export function corsMiddleware(deps: () => CorsMiddlewareDeps): EndpointMiddleware {
  const addHeaders: EndpointMiddleware['after'] = ({ event, response }) => {
    if (response)
      Object.assign(response.headers, corsHeaders(joinedHeader(event, 'origin', ', '), deps().sessionOrigins));
  };
  return { after: addHeaders, onError: addHeaders };
}
