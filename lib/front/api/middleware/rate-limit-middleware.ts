import type { Principal } from '#features/accounts/public.ts';
import type { OperationContract } from '#kernel/contract/operation-contract.ts';
import type { RateLimitClass } from '#kernel/contract/rate-class.ts';
import { type RateLimitResult, rateLimitErrorIfExceeded } from '../rate-limit.ts';
import { type EndpointMiddleware, requireRequestState } from './request-state.ts';

/** Dependencies of `rateLimitMiddleware`. */
export interface RateLimitMiddlewareDeps {
  /** Counts the request. Never rejects. */
  admit(principal: Principal, classes: readonly RateLimitClass[]): Promise<RateLimitResult>;
}

/** Checks that a request is within its rate limits. @throws ServiceError 429 if it exceeds one */
function checkAdmission(admission: RateLimitResult): void {
  const refusal = rateLimitErrorIfExceeded(admission);
  if (refusal) throw refusal;
}

/**
 * Counts the request against the rate limits of its account. Counting runs concurrently with the checks that follow; the use case
 * accesses the table, and the answer is sent, only after the request is admitted. The 429 takes precedence over all other errors except
 * those of the credentials.
 */
export function rateLimitMiddleware(
  { rate_class }: Pick<OperationContract, 'rate_class'>,
  deps: () => RateLimitMiddlewareDeps,
): EndpointMiddleware {
  const classes: readonly RateLimitClass[] = rate_class ? ['requests', rate_class] : ['requests'];
  return {
    before: ({ event }) => {
      const state = requireRequestState(event);
      if (!state.principal) return;
      state.admission = deps().admit(state.principal, classes);
      state.admitted = state.admission.then(checkAdmission);
      // A request can fail before anything awaits `admitted`; the rejection must not count as unhandled in that case.
      state.admitted.catch(() => undefined);
    },
    after: async ({ event, response }) => {
      const admission = await requireRequestState(event).admission;
      Object.assign(response?.headers ?? {}, admission?.headers);
    },
    onError: async (request) => {
      const state = requireRequestState(request.event);
      const admission = await state.admission;
      if (!admission) return;
      state.rateLimitHeaders = admission.headers;
      request.error = rateLimitErrorIfExceeded(admission) ?? request.error;
    },
  };
}
