import type { HttpMethod } from '#kernel/contract/operation-contract.ts';
import type { HttpResponse } from './http-response.ts';

/** Request headers that a page of an allowed origin may send, in addition to the safelisted ones of the Fetch standard. */
const REQUEST_HEADERS = 'authorization, content-type, idempotency-key, if-match, if-none-match, x-api-key';
/**
 * Response headers that a page of an allowed origin may read, in addition to the safelisted ones. The gateway of a stage sends the same
 * list.
 */
export const CORS_EXPOSED_HEADERS =
  'allow, etag, idempotent-replayed, ratelimit, ratelimit-policy, retry-after, x-request-id';
/** Seconds for which a browser may cache the answer to a preflight. */
const PREFLIGHT_SECONDS = '600';
/** Methods allowed in a preflight of an unknown path, so that the page can read the 404. */
const ALL_METHODS: readonly string[] = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];

/**
 * The headers that let a page of an allowed origin read an answer, also one to a request with the session cookie. Without
 * them, a browser does not show the answer to the page. The origin `*` is not supported.
 * @param origin the `Origin` of the request
 * @param allowedOrigins the origins whose pages may use the session cookie (`SESSION_ORIGINS`)
 */
export function corsHeaders(origin: string | undefined, allowedOrigins: readonly string[]): Record<string, string> {
  if (allowedOrigins.length === 0) return {};
  // A cache must not give the answer for one origin to another one.
  if (origin === undefined || !allowedOrigins.includes(origin)) return { vary: 'origin' };
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': CORS_EXPOSED_HEADERS,
    vary: 'origin',
  };
}

/** A request that may be a CORS preflight, with which a browser asks whether a page may send a request. */
export interface CorsPreflightRequest {
  origin: string | undefined;
  /** The header `access-control-request-method`; undefined: the request is not a preflight. */
  method: string | undefined;
  /** The methods of the path; empty for an unknown path. */
  methods: readonly HttpMethod[];
}

/**
 * The answer to a preflight of an allowed origin; undefined for any other request. A preflight of an unknown path
 * is allowed, so that the page can read the 404.
 */
export function preflightResponse(
  { origin, method, methods }: CorsPreflightRequest,
  allowedOrigins: readonly string[],
  requestId: string,
): HttpResponse | undefined {
  if (method === undefined || origin === undefined || !allowedOrigins.includes(origin)) return undefined;
  return {
    statusCode: 204,
    headers: {
      ...corsHeaders(origin, allowedOrigins),
      vary: 'origin, access-control-request-method',
      'access-control-allow-methods': (methods.length > 0 ? methods : ALL_METHODS).join(', '),
      'access-control-allow-headers': REQUEST_HEADERS,
      'access-control-max-age': PREFLIGHT_SECONDS,
      'cache-control': 'no-store',
      'x-request-id': requestId,
    },
    body: '',
  };
}
