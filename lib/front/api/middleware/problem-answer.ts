import type { Contract } from '#kernel/contract/contract.ts';
import { NewerVersion, ServiceError, Unavailable } from '#kernel/shared/errors.ts';
import type { Log } from '#kernel/shared/log.ts';
import { baseUrlOf } from '../base-url.ts';
import { errorResponse } from '../http-response.ts';
import { type EndpointMiddleware, stateOf } from './request-state.ts';

/** Seconds until a client should retry if an old version of a function, during a deployment, cannot read what a new one has written. */
const NEWER_RETRY_SECONDS = 5;

const clientError = (error: unknown): unknown =>
  error instanceof NewerVersion
    ? new ServiceError('unavailable', 'The service is being updated; try again.', {
        headers: { 'retry-after': String(NEWER_RETRY_SECONDS) },
        cause: error,
      })
    : error;

/** Dependencies of `problemAnswer`. */
export interface ProblemAnswerDeps {
  log: Log;
  /** The base address from the settings; undefined: that of each request is used. */
  publicBaseUrl: string | undefined;
}

/** Answers an error in the one error shape. Logs all except a `ServiceError`, whose answer already has the complete reason. */
export const problemAnswer = (
  { operation }: Pick<Contract, 'operation'>,
  deps: () => ProblemAnswerDeps,
): EndpointMiddleware => ({
  onError: (request) => {
    const { requestId, rateLimitHeaders } = stateOf(request.event);
    const error = clientError(request.error);
    if (error instanceof Unavailable || request.error instanceof NewerVersion)
      deps().log.warn('request not served', { requestId, operation, error: request.error });
    else if (!(error instanceof ServiceError)) deps().log.error('request failed', { requestId, operation, error });
    request.response = errorResponse(error, requestId, baseUrlOf(request.event, deps().publicBaseUrl));
    Object.assign(request.response.headers, rateLimitHeaders);
  },
});
