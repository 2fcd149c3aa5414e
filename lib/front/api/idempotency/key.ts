import { invalidValueError } from '#kernel/shared/errors.ts';

/** The header with the idempotency key of a request. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** The form of an idempotency key: 1–255 visible ASCII characters. */
export const IDEMPOTENCY_KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;

/**
 * Checks the idempotency key of a request.
 * @returns the key; undefined without the header
 * @throws ServiceError `validation_failed` for an invalid key
 */
export function parseIdempotencyKeyHeader(header: string | undefined): string | undefined {
  if (header === undefined || IDEMPOTENCY_KEY_PATTERN.test(header)) return header;
  throw invalidValueError(IDEMPOTENCY_HEADER, 'Must be 1 to 255 visible ASCII characters, such as a UUID.');
}
