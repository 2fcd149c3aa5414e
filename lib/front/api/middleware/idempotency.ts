import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Contract } from '#kernel/contract/contract.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import type { Log } from '#kernel/shared/log.ts';
import { fingerprintOf, hashKeyScope } from '../idempotency/fingerprint.ts';
import { IDEMPOTENCY_HEADER, idempotencyKey } from '../idempotency/key.ts';
import type { IdempotencyStore, KeyUse } from '../idempotency/ports.ts';
import {
  isStoredForRepetitions,
  keyInUseError,
  keyReusedError,
  replayedFailure,
  storedFailure,
  storedSuccess,
} from '../idempotency/stored-answer.ts';
import { pathOf } from '../routes.ts';
import { joinedHeader } from './headers.ts';
import { type EndpointMiddleware, stateOf } from './request-state.ts';

/** Dependencies of `idempotency`. */
export interface IdempotencyDeps {
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
export function idempotency(contract: Contract, deps: () => IdempotencyDeps): EndpointMiddleware {
  /** The parts of a request that must be equal in repetitions. The query is one of them: a batch of a CSV file names its timeline there. */
  function repeatableContent({ body, queryStringParameters: query }: APIGatewayProxyEvent, file: unknown): unknown {
    const sent = file ?? (contract.body ? body : undefined);
    return contract.query && query && Object.keys(query).length > 0 ? { sent, query } : sent;
  }

  /** Use of an idempotency key by a request; undefined without a key. @throws ServiceError for a key that is not valid */
  function keyUse(event: APIGatewayProxyEvent): KeyUse | undefined {
    const { principal, file } = stateOf(event);
    if (contract.method !== 'POST' || !principal) return undefined;
    const key = idempotencyKey(joinedHeader(event, IDEMPOTENCY_HEADER, ', '));
    if (key === undefined) return undefined;
    return {
      account_id: principal.account_id,
      scope: hashKeyScope(contract.method, pathOf(contract.path, event.pathParameters ?? {}), key),
      fingerprint: fingerprintOf(repeatableContent(event, file)),
      sealed: contract.secret ?? false,
    };
  }

  return {
    before: async ({ event }) => {
      const use = keyUse(event);
      if (!use) return;
      const state = stateOf(event);
      // The claim is a write to the table: it waits until the rate limit has admitted the request.
      await state.admitted;
      const found = await deps().idempotency.claim(use);
      if (found.state === 'other_body') throw keyReusedError();
      if (found.state === 'running') throw keyInUseError();
      if (found.state === 'claimed') state.claim = found.claim;
      else if (found.answer.status >= 400) throw replayedFailure(found.answer.text);
      else state.replay = found.answer.text;
    },
    after: async ({ event, response }) => {
      if (response) await stateOf(event).claim?.answer(storedSuccess(response.body));
    },
    onError: async (request) => {
      const { claim, file } = stateOf(request.event);
      const { error } = request;
      if (!claim) return;
      if (error instanceof ServiceError && isStoredForRepetitions(error, file !== undefined)) {
        try {
          await claim.answer(storedFailure(error));
        } catch (fault) {
          request.error = fault instanceof Error ? fault : new Error('the failure was not stored', { cause: fault });
        }
        return;
      }
      // A key that is not released becomes free when its lease ends. The answer is the error of the request, not this one.
      await claim
        .release()
        .catch((fault: unknown) => deps().log.warn('idempotency key not released', { error: fault }));
    },
  };
}
