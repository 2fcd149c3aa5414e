import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Contract } from '#kernel/contract/contract.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import type { Log } from '#kernel/shared/log.ts';
import { fingerprintOf, hashKeyScope } from '../idempotency/fingerprint.ts';
import { IDEMPOTENCY_HEADER, idempotencyKey } from '../idempotency/key.ts';
import type { IdempotencyStore, KeyUse } from '../idempotency/ports.ts';
import {
  inProgress,
  isFinal,
  keyReused,
  replayedFailure,
  storedFailure,
  storedSuccess,
} from '../idempotency/stored-answer.ts';
import { pathOf } from '../routes.ts';
import { joinedHeader } from './headers.ts';
import { type EndpointMiddleware, stateOf } from './request-state.ts';

export interface IdempotencyDeps {
  idempotency: IdempotencyStore;
  log: Log;
}

/**
 * Carries a request with an idempotency key out once, and answers every repetition with what the first one was answered. After a
 * failure that can pass, a repetition is carried out.
 * The key is checked before anything is done. An answer that the use case prepared is stored by the write that commits
 * its work; any other is stored right after.
 */
export function idempotency(contract: Contract, deps: () => IdempotencyDeps): EndpointMiddleware {
  /** What a request asks for. The query is a part of it: a batch of a CSV file names its timeline there. */
  function askedOf({ body, queryStringParameters: query }: APIGatewayProxyEvent, file: unknown): unknown {
    const sent = file ?? (contract.body ? body : undefined);
    return contract.query && query && Object.keys(query).length > 0 ? { sent, query } : sent;
  }

  /** The idempotency-key use of this request; undefined if no key was sent. */
  function keyUse(event: APIGatewayProxyEvent): KeyUse | undefined {
    const { principal, file } = stateOf(event);
    if (contract.method !== 'POST' || !principal) return undefined;
    const key = idempotencyKey(joinedHeader(event, IDEMPOTENCY_HEADER, ', '));
    if (key === undefined) return undefined;
    return {
      account_id: principal.account_id,
      scope: hashKeyScope(contract.method, pathOf(contract.path, event.pathParameters ?? {}), key),
      fingerprint: fingerprintOf(askedOf(event, file)),
      sealed: contract.secret ?? false,
    };
  }

  return {
    before: async ({ event }) => {
      const use = keyUse(event);
      if (!use) return;
      const state = stateOf(event);
      // The claim is a write.
      await state.admitted;
      const found = await deps().idempotency.claim(use);
      if (found.state === 'other_body') throw keyReused();
      if (found.state === 'running') throw inProgress();
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
      if (error instanceof ServiceError && isFinal(error, file !== undefined)) {
        try {
          await claim.answer(storedFailure(error));
        } catch (fault) {
          request.error = fault instanceof Error ? fault : new Error('the failure was not stored', { cause: fault });
        }
        return;
      }
      // Without the release the lease lapses by itself. The client is notified of the error, not of this.
      await claim
        .release()
        .catch((fault: unknown) => deps().log.warn('idempotency key not released', { error: fault }));
    },
  };
}
