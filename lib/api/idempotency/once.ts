import { type ErrorCode, type Fault, ServiceError } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import type { IdempotencyStore, KeyUse, StoredAnswer } from './ports.ts';

/** Failures that say nothing final of the request: the key can be used again at once. */
const FORGOTTEN = [400, 401, 403, 413, 415, 429];
const isKept = (error: unknown): error is ServiceError =>
  error instanceof ServiceError &&
  error.status < 500 &&
  !FORGOTTEN.includes(error.status) &&
  error.code !== 'idempotency_in_progress';

const RETRY_SECONDS = 1;

export const inProgress = (): ServiceError =>
  new ServiceError('idempotency_in_progress', 'The first request with this idempotency-key is still being answered.', {
    headers: { 'retry-after': String(RETRY_SECONDS) },
  });

interface StoredFailure {
  code: ErrorCode;
  message: string;
  param?: string | undefined;
  faults?: readonly Fault[] | undefined;
}

const stored = (text: string): StoredAnswer => ({ status: 200, text });
const storedFailure = ({ code, message, status, details: { param, faults } }: ServiceError): StoredAnswer => ({
  status,
  text: JSON.stringify({ code, message, param, faults } satisfies StoredFailure),
});

/** What a use case does just before the write that commits its work: it hands over the answer that stands after it. */
export type Announce = (text: string) => Promise<void>;

export interface Once {
  text: string;
  replayed: boolean;
}

/** A failure that is told again: the answer says so in a header. */
const replayedFailure = (text: string): ServiceError => {
  const { code, message, param, faults } = JSON.parse(text) as StoredFailure;
  return new ServiceError(code, message, { param, faults, headers: { 'idempotent-replayed': 'true' } });
};

/**
 * Does `work` once for one use of an idempotency key, and answers every repetition with what the first one was answered.
 * An answer that `work` announces is committed with its next write; any other is stored right after.
 * @throws ServiceError `idempotency_key_reused`, `idempotency_in_progress`, and what `work` throws or once threw.
 */
export async function once(
  { store, log }: { store: IdempotencyStore; log: Log },
  use: KeyUse,
  work: (announce: Announce) => Promise<string>,
): Promise<Once> {
  const found = await store.claim(use);
  if (found.state === 'other_body')
    throw new ServiceError(
      'idempotency_key_reused',
      'This idempotency-key was used with another body within the last 24 hours.',
      { param: 'idempotency-key' },
    );
  if (found.state === 'running') throw inProgress();
  if (found.state === 'answered') {
    if (found.answer.status >= 400) throw replayedFailure(found.answer.text);
    return { text: found.answer.text, replayed: true };
  }
  const { claim } = found;
  try {
    const text = await work((announced) => claim.answerWithNextWrite(stored(announced)));
    await claim.answer(stored(text));
    return { text, replayed: false };
  } catch (error) {
    if (isKept(error)) await claim.answer(storedFailure(error));
    // Without it the lease lapses by itself; the client is told of the error, not of this.
    else await claim.release().catch((fault: unknown) => log.warn('idempotency key not released', { error: fault }));
    throw error;
  }
}
