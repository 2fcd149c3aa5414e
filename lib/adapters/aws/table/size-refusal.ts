import { ServiceError } from '#kernel/shared/errors.ts';

/** Messages by which DynamoDB reports that an item (400 KB), a transaction or a request would be too large: there is no code for it. */
const SAYS_TOO_LARGE = /\bsize\b.*\bexceed|\bexceed.*\bsize\b|\btoo large\b/i;

interface Invalid extends Error {
  CancellationReasons?: readonly { Code?: string; Message?: string }[];
}

/** Messages of DynamoDB about an invalid call, or about the parts of a transaction. */
function invalidMessages(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { name, message, CancellationReasons: reasons = [] }: Invalid = error;
  const parts = reasons.flatMap(({ Code, Message = '' }) => (Code === 'ValidationError' ? Message : []));
  return name === 'ValidationException' ? [message, ...parts] : parts;
}

/**
 * The refusal of a request whose data DynamoDB does not take at once. Limits of the service keep requests below that; where one is
 * forgotten, the client learns what helps, and does not send the same request again as it does after a 500.
 * @returns undefined for any other error
 */
export function sizeRefusal(error: unknown): ServiceError | undefined {
  if (!invalidMessages(error).some((message) => SAYS_TOO_LARGE.test(message))) return undefined;
  return new ServiceError(
    'body_too_large',
    'This request changes more at once than can be stored together. Send less text, or fewer items, in one request.',
    { cause: error },
  );
}
