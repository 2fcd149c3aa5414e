import { type ErrorCode, ServiceError } from '#kernel/shared/errors.ts';
import { errorResponse, type HttpResponse } from './http-response.ts';

/**
 * Error code and text, by status, of the answers that the gateway makes without a handler. The GatewayResponse resources of a deployed
 * stage have the same texts.
 */
export const GATEWAY_RESPONSES = {
  400: ['malformed_request', 'The request is not well-formed HTTP.'],
  403: ['route_not_found', 'There is no such route. /v1/docs names all routes.'],
  404: ['route_not_found', 'There is no such route. /v1/docs names all routes.'],
  405: ['method_not_allowed', 'This path does not take this method.'],
  413: ['body_too_large', 'The body of a request may have at most 4.5 MB. Send larger files by POST /v1/uploads.'],
  415: ['unsupported_media_type', 'This content type is not supported.'],
  421: [
    'malformed_request',
    'The Host of the request is not this machine; start the service with ALLOWED_HOSTS to allow another name.',
  ],
  429: ['rate_limited', 'Too many requests; try again in a moment.'],
  431: ['malformed_request', 'The headers of the request are too large.'],
  500: ['internal_error', 'Something went wrong on our side.'],
  502: ['bad_gateway', 'The service failed while it handled this request; some of its effects may remain.'],
  503: ['unavailable', 'The service is not available at the moment; try again shortly.'],
  504: ['timed_out', 'The service did not answer in time; some of the effects of this request may remain.'],
} as const satisfies Readonly<Record<number, readonly [ErrorCode, string]>>;

const hasGatewayResponse = (status: number): status is keyof typeof GATEWAY_RESPONSES => status in GATEWAY_RESPONSES;

/**
 * An answer of the gateway in the one error shape, without texts of other programs.
 * @param status the status of the gateway's answer; one that is not in the table becomes 400 (4xx) or 502 (all others)
 * @param baseUrl the base address of the API, without a slash at its end, for the address of the documentation
 */
export function gatewayErrorResponse(status: number, requestId: string, baseUrl: string): HttpResponse {
  const [code, message] =
    GATEWAY_RESPONSES[hasGatewayResponse(status) ? status : status >= 400 && status < 500 ? 400 : 502];
  const isTransient = code === 'unavailable' || code === 'rate_limited';
  const details = isTransient ? { headers: { 'retry-after': '1' } } : {};
  return errorResponse(new ServiceError(code, message, details), requestId, baseUrl);
}
