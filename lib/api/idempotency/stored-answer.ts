import { type ErrorCode, type Fault, ServiceError } from '../../shared/errors.ts';
import type { StoredAnswer } from './ports.ts';

/** Statuses of failures that say nothing final of the request: the key can be used again at once. */
const RETRYABLE_STATUSES = [400, 401, 403, 413, 415, 429];
const RETRY_SECONDS = 1;

interface StoredFailure {
  code: ErrorCode;
  message: string;
  param?: string | undefined;
  faults?: readonly Fault[] | undefined;
}

/** Whether a failure is the answer to every repetition of its request: it came up after work had begun. */
export const isReplayable = ({ status, code }: ServiceError): boolean =>
  status < 500 && !RETRYABLE_STATUSES.includes(status) && code !== 'idempotency_in_progress';

/** @param text the body of the answer */
export const storedSuccess = (text: string): StoredAnswer => ({ status: 200, text });

/** What is kept of a failure. */
export const storedFailure = ({ code, message, status, details: { param, faults } }: ServiceError): StoredAnswer => ({
  status,
  text: JSON.stringify({ code, message, param, faults } satisfies StoredFailure),
});

/** The failure that was stored; its answer says in a header that it was given before. */
export const replayedFailure = (text: string): ServiceError => {
  const { code, message, param, faults } = JSON.parse(text) as StoredFailure;
  return new ServiceError(code, message, { param, faults, headers: { 'idempotent-replayed': 'true' } });
};

/** The 409 while another request holds the key. */
export const inProgress = (): ServiceError =>
  new ServiceError('idempotency_in_progress', 'The first request with this idempotency key is still running.', {
    headers: { 'retry-after': String(RETRY_SECONDS) },
  });

/** The 422 of a key that belongs to a request with another body. */
export const keyReused = (): ServiceError =>
  new ServiceError('idempotency_key_reused', 'This idempotency key was used with another body in the last 24 hours.', {
    param: 'idempotency-key',
  });
