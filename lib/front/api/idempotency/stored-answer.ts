import { z } from 'zod';
import { isErrorCode, NewerVersion, ServiceError } from '#kernel/shared/errors.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import type { StoredAnswer } from './ports.ts';

const RETRY_SECONDS = 1;

const storedFailureText = z.object({
  code: z.string(),
  message: z.string(),
  param: z.string().optional(),
  faults: z.array(z.object({ param: z.string(), message: z.string() })).optional(),
});
type StoredFailure = z.input<typeof storedFailureText>;

/**
 * Reports whether a failure is the answer to every repetition of its request. Only a file that came in the request can decide that: what
 * another request can change (a resource, an upload, a limit) is looked at again, and nothing was done that could be done twice.
 */
export const isFinal = ({ repeated }: Pick<ServiceError, 'repeated'>, carriesFile: boolean): boolean =>
  repeated === 'same' && carriesFile;

/** @param text the body of the answer */
export const storedSuccess = (text: string): StoredAnswer => ({ status: 200, text });

/** The stored part of a failure. */
export const storedFailure = ({ code, message, status, details: { param, faults } }: ServiceError): StoredAnswer => ({
  status,
  text: JSON.stringify({ code, message, param, faults: faults?.slice() } satisfies StoredFailure),
});

/**
 * The failure that was stored; its answer says in a header that it was given before.
 * @throws NewerVersion when another version stored it, with a code or in a form that this one does not know
 */
export const replayedFailure = (text: string): ServiceError => {
  const { code, message, param, faults } = readFailure(text);
  if (!isErrorCode(code)) throw new NewerVersion(`the stored failure has the code ${code}`);
  return new ServiceError(code, message, { param, faults, headers: { 'idempotent-replayed': 'true' } });
};

function readFailure(text: string): z.output<typeof storedFailureText> {
  try {
    return parseJson(storedFailureText, text);
  } catch (cause) {
    throw new NewerVersion('the stored failure cannot be read', { cause });
  }
}

/** The 409 while another request has the key. */
export const inProgress = (): ServiceError =>
  new ServiceError(
    'idempotency_in_progress',
    'The first request with this idempotency key is still running. Send the same request again after retry-after seconds.',
    {
      headers: { 'retry-after': String(RETRY_SECONDS) },
    },
  );

/** The 422 of a key that belongs to a request with another body. */
export const keyReused = (): ServiceError =>
  new ServiceError(
    'idempotency_key_reused',
    'This idempotency key was used with another body in the last 24 hours. Use a new key for a new request.',
    {
      param: 'idempotency-key',
    },
  );
