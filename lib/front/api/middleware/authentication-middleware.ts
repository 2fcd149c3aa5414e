import type { Credentials, OperationAccess, Principal } from '#features/accounts/public.ts';
import { requiredKeyScope } from '#kernel/contract/key-scope.ts';
import type { OperationContract } from '#kernel/contract/operation-contract.ts';
import type { Log } from '#kernel/shared/log.ts';
import { joinedHeader } from './headers.ts';
import { type EndpointMiddleware, requireRequestState } from './request-state.ts';

/** Dependencies of `authenticationMiddleware`. */
export interface AuthenticationMiddlewareDeps {
  /**
   * Finds the account of the credentials.
   * @param access requirements of the operation
   * @param addSideWork takes work that runs concurrently with the request; the answer is sent after it has ended
   * @throws ServiceError 401 or 403
   */
  authenticate(
    credentials: Credentials,
    access: OperationAccess,
    addSideWork: (work: Promise<void>) => void,
  ): Promise<Principal>;
  log: Log;
}

/**
 * Authenticates the client. This precedes all other checks, so that a client without credentials learns nothing about the format of
 * requests.
 */
export function authenticationMiddleware(
  contract: Pick<OperationContract, 'open' | 'method' | 'scope' | 'any_plan'>,
  deps: () => AuthenticationMiddlewareDeps,
): EndpointMiddleware {
  const access: OperationAccess = { scope: requiredKeyScope(contract), anyPlan: contract.any_plan };
  const settleSideWork: EndpointMiddleware['after'] = async ({ event }) => {
    await Promise.all(requireRequestState(event).sideWork);
  };
  return {
    before: async ({ event }) => {
      if (contract.open) return;
      const state = requireRequestState(event);
      const { authenticate, log } = deps();
      state.principal = await authenticate(
        {
          apiKey: joinedHeader(event, 'x-api-key', ', '),
          authorization: joinedHeader(event, 'authorization', ', '),
          cookie: joinedHeader(event, 'cookie', '; '),
          origin: joinedHeader(event, 'origin', ', '),
          method: event.httpMethod,
        },
        access,
        (work) => void state.sideWork.push(work.catch((error: unknown) => log.warn('side work failed', { error }))),
      );
    },
    after: settleSideWork,
    onError: settleSideWork,
  };
}
