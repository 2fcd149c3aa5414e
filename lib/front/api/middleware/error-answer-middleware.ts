import type { OperationContract } from '#kernel/contract/operation-contract.ts';
import { DependencyUnavailableError, ServiceError, WrittenByNewerVersionError } from '#kernel/shared/errors.ts';
import type { Log } from '#kernel/shared/log.ts';
import { requestBaseUrl } from '../base-url.ts';
import { errorResponse } from '../http-response.ts';
import { type EndpointMiddleware, requireRequestState } from './request-state.ts';

/** Seconds until a client should retry if an old version of a function, during a deployment, cannot read what a new one has written. */
const NEWER_RETRY_SECONDS = 5;

/** The error that is answered: `unavailable` for data of a newer version of the program, any other error as it is. */
const answeredErrorOf = (error: unknown): unknown =>
  error instanceof WrittenByNewerVersionError
    ? new ServiceError('unavailable', 'The service is being updated; try again.', {
        headers: { 'retry-after': String(NEWER_RETRY_SECONDS) },
        cause: error,
      })
    : error;

/** Dependencies of `errorAnswerMiddleware`. */
export interface ErrorAnswerMiddlewareDeps {
  log: Log;
  /** The base address from the settings; undefined: that of each request is used. */
  publicBaseUrl: string | undefined;
}

/** Answers an error in the one error shape. Logs all except a `ServiceError`, whose answer already has the complete reason. */
export const errorAnswerMiddleware = (
  { operation }: Pick<OperationContract, 'operation'>,
  deps: () => ErrorAnswerMiddlewareDeps,
): EndpointMiddleware => ({
  onError: (request) => {
    const { requestId, rateLimitHeaders } = requireRequestState(request.event);
    const error = answeredErrorOf(request.error);
    if (error instanceof DependencyUnavailableError || request.error instanceof WrittenByNewerVersionError)
      deps().log.warn('request not served', { requestId, operation, error: request.error });
    else if (!(error instanceof ServiceError)) deps().log.error('request failed', { requestId, operation, error });
    request.response = errorResponse(error, requestId, requestBaseUrl(request.event, deps().publicBaseUrl));
    Object.assign(request.response.headers, rateLimitHeaders);
  },
});
