import { z } from 'zod';
import { isErrorCode, ServiceError, WrittenByNewerVersionError } from '#kernel/shared/errors.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import type { StoredIdempotentAnswer } from './ports.ts';

/** Seconds after which a client should repeat a request that is still running. */
const RETRY_SECONDS = 1;

const storedFailureSchema = z.object({
  code: z.string(),
  message: z.string(),
  param: z.string().optional(),
  faults: z.array(z.object({ param: z.string(), message: z.string() })).optional(),
});
type StoredFailure = z.input<typeof storedFailureSchema>;

/**
 * Reports whether a failure is stored, and answered to all repetitions of its request. This is true only for the fault of a file that was
 * part of the request. Everything else (a resource, an upload, a limit) may have changed, so a repetition is performed again, which is safe
 * because the failed request had no effect.
 * @param carriesFile true if the body of the request has a file
 */
export const isFailureStoredForRetries = (
  { repeated }: Pick<ServiceError, 'repeated'>,
  carriesFile: boolean,
): boolean => repeated === 'same' && carriesFile;

/** The stored form of a success. @param text the body of the answer: JSON */
export const storedSuccess = (text: string): StoredIdempotentAnswer => ({ status: 200, text });

/** The stored form of a failure: its status, and the members of the error as JSON. */
export const storedFailureOf = ({
  code,
  message,
  status,
  details: { param, faults },
}: ServiceError): StoredIdempotentAnswer => ({
  status,
  text: JSON.stringify({ code, message, param, faults: faults?.slice() } satisfies StoredFailure),
});

/**
 * The error of a stored failure, with the header `idempotent-replayed`.
 * @throws WrittenByNewerVersionError if another version of the program stored it, with a code or in a format that this one does not know
 */
export const parseStoredIdempotentFailure = (storedText: string): ServiceError => {
  const { code, message, param, faults } = parseStoredFailure(storedText);
  if (!isErrorCode(code)) throw new WrittenByNewerVersionError(`the stored failure has the code ${code}`);
  return new ServiceError(code, message, { param, faults, headers: { 'idempotent-replayed': 'true' } });
};

function parseStoredFailure(storedText: string): z.output<typeof storedFailureSchema> {
  try {
    return parseJson(storedFailureSchema, storedText);
  } catch (cause) {
    throw new WrittenByNewerVersionError('the stored failure cannot be read', { cause });
  }
}

/** The error 409 of a request whose key belongs to another request that is still running. */
export const idempotencyKeyInUseError = (): ServiceError =>
  new ServiceError(
    'idempotency_in_progress',
    'The first request with this idempotency key is still running. Send the same request again after retry-after seconds.',
    { headers: { 'retry-after': String(RETRY_SECONDS) } },
  );

/** The error 422 of a request whose key belongs to another request, with another body. */
export const idempotencyKeyReusedError = (): ServiceError =>
  new ServiceError(
    'idempotency_key_reused',
    'This idempotency key was used with another body in the last 24 hours. Use a new key for a new request.',
    { param: 'idempotency-key' },
  );
