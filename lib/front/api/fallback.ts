import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ServiceError } from '#kernel/shared/errors.ts';
import { newId } from '#kernel/shared/ids.ts';
import { apiContracts } from './contracts.ts';
import { corsHeaders, preflightResponse } from './cors.ts';
import { GATEWAY_RESPONSES } from './gateway-error-response.ts';
import { errorResponse, type HttpResponse } from './http-response.ts';
import { joinedHeader } from './middleware/headers.ts';
import { methodsOfPath } from './routes.ts';

/** The parts of a request that `answerUnroutedRequest` reads. */
type Unrouted = Pick<APIGatewayProxyEvent, 'path' | 'httpMethod' | 'headers' | 'multiValueHeaders'>;

/** The settings that `answerUnroutedRequest` needs. */
interface UnroutedSettings {
  /** Origins whose pages may use the session cookie. */
  sessionOrigins: readonly string[];
  /** The base address, without a slash at its end. */
  baseUrl: string;
}

/** The 404 of a path. A path outside of `/v1` means that the base address lacks the version. */
function routeNotFound(path: string): ServiceError {
  const [code, message] = GATEWAY_RESPONSES[404];
  const isUnderVersion = path === '/v1' || path.startsWith('/v1/');
  return new ServiceError(code, isUnderVersion ? message : `${message} The base address of the API ends in /v1.`);
}

/**
 * Answers a request for which there is no operation: 405 if the path exists with other methods, else 404. Answers CORS preflights of
 * allowed origins as well.
 */
export function answerUnroutedRequest(event: Unrouted, { sessionOrigins, baseUrl }: UnroutedSettings): HttpResponse {
  const { path, httpMethod } = event;
  const requestId = newId('request');
  const methods = path.startsWith('/v1/') ? methodsOfPath(apiContracts, path.slice('/v1'.length)) : [];
  const origin = joinedHeader(event, 'origin', ', ');
  if (httpMethod === 'OPTIONS') {
    const method = joinedHeader(event, 'access-control-request-method', ', ');
    const answer = preflightResponse({ origin, method, methods }, sessionOrigins, requestId);
    if (answer) return answer;
  }
  const error =
    methods.length > 0
      ? new ServiceError('method_not_allowed', `This path does not take ${httpMethod}.`, {
          // The gateway answers HEAD for each path that has GET.
          headers: { allow: methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)).join(', ') },
        })
      : routeNotFound(path);
  const answer = errorResponse(error, requestId, baseUrl);
  Object.assign(answer.headers, corsHeaders(origin, sessionOrigins));
  return answer;
}
