import { corsHeaders } from '../cors.ts';
import { joinedHeader } from './headers.ts';
import type { EndpointMiddleware } from './request-state.ts';

/** Dependencies of `allowOrigins`. */
export interface AllowOriginsDeps {
  /** Origins whose pages may use the session cookie. */
  sessionOrigins: readonly string[];
}

/** Adds the CORS headers to all answers of an operation, errors included. */
export function allowOrigins(deps: () => AllowOriginsDeps): EndpointMiddleware {
  const allow: EndpointMiddleware['after'] = ({ event, response }) => {
    if (response)
      Object.assign(response.headers, corsHeaders(joinedHeader(event, 'origin', ', '), deps().sessionOrigins));
  };
  return { after: allow, onError: allow };
}
