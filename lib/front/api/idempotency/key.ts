import { invalidValue } from '#kernel/shared/errors.ts';

/** The header with the idempotency key of a request. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** 1–255 visible ASCII characters. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** The checked key of a request. @returns undefined without the header @throws ServiceError `validation_failed` for an invalid key */
export function idempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || IDEMPOTENCY_KEY.test(header)) return header;
  throw invalidValue(IDEMPOTENCY_HEADER, 'Must be 1 to 255 visible ASCII characters, such as a UUID.');
}
