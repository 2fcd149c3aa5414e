import type { Contract } from '../../contract/contract.ts';
import { ServiceError, Unavailable } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import { errorResponse } from '../http-response.ts';
import { type EndpointMiddleware, stateOf } from './request-state.ts';

/** Answers a failure in the one error shape, and logs it unless it is one that the client is told of. */
export const problemAnswer = (
  { operation }: Pick<Contract, 'operation'>,
  deps: () => { log: Log },
): EndpointMiddleware => ({
  onError: (request) => {
    const { requestId, rateLimitHeaders } = stateOf(request.event);
    const { error } = request;
    if (error instanceof Unavailable) deps().log.warn('request not served', { requestId, operation, error });
    else if (!(error instanceof ServiceError)) deps().log.error('request failed', { requestId, operation, error });
    request.response = errorResponse(error, requestId);
    Object.assign(request.response.headers, rateLimitHeaders);
  },
});
