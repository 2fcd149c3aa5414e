import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { OperationContract } from '#kernel/contract/operation-contract.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import type { Log } from '#kernel/shared/log.ts';
import { hashIdempotencyKeyScope, requestBodyFingerprint } from '../idempotency/fingerprint.ts';
import { IDEMPOTENCY_HEADER, parseIdempotencyKeyHeader } from '../idempotency/key.ts';
import type { IdempotencyStore, IdempotentRequest } from '../idempotency/ports.ts';
import {
  idempotencyKeyInUseError,
  idempotencyKeyReusedError,
  isFailureStoredForRetries,
  parseStoredIdempotentFailure,
  storedFailureOf,
  storedSuccess,
} from '../idempotency/stored-answer.ts';
import { fillRoutePath } from '../routes.ts';
import { joinedHeader } from './headers.ts';
import { type EndpointMiddleware, requireRequestState } from './request-state.ts';

/** Dependencies of `idempotencyMiddleware`. */
export interface IdempotencyMiddlewareDeps {
  idempotency: IdempotencyStore;
  log: Log;
}

/**
 * Performs a POST with an idempotency key once, and answers repetitions with the answer of the first request. After a temporary failure,
 * a repetition is performed again. An answer that the use case prepared is stored by the write that commits its work; any other
 * is stored right after the work.
 * @throws ServiceError `idempotency_key_reused` for another request with the key, `idempotency_in_progress` while the first one is
 * being answered, and the stored error of a first one that failed
 */
export function idempotencyMiddleware(
  contract: OperationContract,
  deps: () => IdempotencyMiddlewareDeps,
): EndpointMiddleware {
  /** The parts of a request that must be equal in repetitions. The query is one of them: a batch of a CSV file names its timeline there. */
  function repeatableContent({ body, queryStringParameters: query }: APIGatewayProxyEvent, file: unknown): unknown {
    const content = file ?? (contract.body ? body : undefined);
    return contract.query && query && Object.keys(query).length > 0 ? { sent: content, query } : content;
  }

  /** The use of an idempotency key by a request; undefined without a key. @throws ServiceError for a key that is not valid */
  function idempotentRequestOf(event: APIGatewayProxyEvent): IdempotentRequest | undefined {
    const { principal, file } = requireRequestState(event);
    if (contract.method !== 'POST' || !principal) return undefined;
    const key = parseIdempotencyKeyHeader(joinedHeader(event, IDEMPOTENCY_HEADER, ', '));
    if (key === undefined) return undefined;
    return {
      account_id: principal.account_id,
      scope: hashIdempotencyKeyScope(contract.method, fillRoutePath(contract.path, event.pathParameters ?? {}), key),
      fingerprint: requestBodyFingerprint(repeatableContent(event, file)),
      sealed: contract.secret ?? false,
    };
  }

  return {
    before: async ({ event }) => {
      const idempotentRequest = idempotentRequestOf(event);
      if (!idempotentRequest) return;
      const state = requireRequestState(event);
      // The claim is a write to the table: it waits until the rate limit has admitted the request.
      await state.admitted;
      const outcome = await deps().idempotency.claim(idempotentRequest);
      if (outcome.state === 'other_request') throw idempotencyKeyReusedError();
      if (outcome.state === 'running') throw idempotencyKeyInUseError();
      if (outcome.state === 'claimed') state.claim = outcome.claim;
      else if (outcome.answer.status >= 400) throw parseStoredIdempotentFailure(outcome.answer.text);
      else state.replay = outcome.answer.text;
    },
    after: async ({ event, response }) => {
      if (response) await requireRequestState(event).claim?.answer(storedSuccess(response.body));
    },
    onError: async (request) => {
      const { claim, file } = requireRequestState(request.event);
      const { error } = request;
      if (!claim) return;
      if (error instanceof ServiceError && isFailureStoredForRetries(error, file !== undefined)) {
        try {
          await claim.answer(storedFailureOf(error));
        } catch (fault) {
          request.error = fault instanceof Error ? fault : new Error('the failure was not stored', { cause: fault });
        }
        return;
      }
      // A key that is not released becomes free when its lease ends. The answer is the error of the request, not that of the release.
      await claim
        .release()
        .catch((fault: unknown) => deps().log.warn('idempotency key not released', { error: fault }));
    },
  };
}
