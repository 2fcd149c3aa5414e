import { ServiceError } from '#kernel/shared/errors.ts';

/** Messages with which DynamoDB reports that an item (400 KB), a transaction or a request is too large; it has no error code for that. */
const TOO_LARGE_MESSAGE = /\bsize\b.*\bexceed|\bexceed.*\bsize\b|\btoo large\b/i;

/** An error of DynamoDB, with the reasons for each part if a transaction was canceled. */
interface InvalidCallError extends Error {
  CancellationReasons?: readonly { Code?: string; Message?: string }[];
}

/** Messages of DynamoDB about an invalid call, or about the parts of a transaction. */
function invalidMessages(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { name, message, CancellationReasons: reasons = [] }: InvalidCallError = error;
  const partMessages = reasons.flatMap(({ Code, Message = '' }) => (Code === 'ValidationError' ? Message : []));
  return name === 'ValidationException' ? [message, ...partMessages] : partMessages;
}

/**
 * The error `body_too_large` for a request whose data exceeds a size limit of DynamoDB. Limits of the service should prevent that. If a
 * limit is missing, the client gets advice, and does not repeat the request as it would after a 500.
 * @returns undefined for any other error
 */
export function toBodyTooLargeError(error: unknown): ServiceError | undefined {
  if (!invalidMessages(error).some((message) => TOO_LARGE_MESSAGE.test(message))) return undefined;
  return new ServiceError(
    'body_too_large',
    'This request changes more at once than can be stored together. Send less text, or fewer items, in one request.',
    { cause: error },
  );
}
