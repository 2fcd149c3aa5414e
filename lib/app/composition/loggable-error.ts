/**
 * Properties of errors that are logged: codes and numbers. All others are left out because they may contain data of clients: the
 * error of a failed condition of the table has the whole item.
 */
const LOGGED = ['code', 'errno', 'syscall', 'signal', 'status', 'how', 'isTimeout', 'isRefused', 'expired'] as const;
/** Members of the SDK's record of the answer that it received. */
const LOGGED_METADATA = ['httpStatusCode', 'requestId', 'attempts', 'totalRetryDelay'] as const;
/** Longest chain of causes that is logged, which also bounds a circular chain. */
const MAX_DEPTH = 8;

type LoggedValue = string | number | boolean;
const isLoggedValue = (value: unknown): value is LoggedValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** The properties of an object that are on a list and are plain values. */
function listed(object: object, names: readonly string[]): Record<string, LoggedValue> {
  const found: Record<string, LoggedValue> = {};
  for (const [name, value] of Object.entries(object))
    if (names.includes(name) && isLoggedValue(value)) found[name] = value;
  return found;
}

/**
 * The loggable form of an error: name, message, stack, the properties of `LOGGED`, and in the same form its cause and the errors of an
 * AggregateError.
 * @param depth number of errors around this one
 */
export function loggableError(error: Error, depth = 0): Record<string, unknown> {
  const { name, message, stack, cause } = error;
  const metadata: unknown = Object.getOwnPropertyDescriptor(error, '$metadata')?.value;
  const { errors } = error instanceof AggregateError ? error : { errors: [] };
  const parts = errors.filter((part: unknown) => part instanceof Error);
  const isDeep = depth >= MAX_DEPTH;
  return {
    ...{ name, message, stack },
    ...listed(error, LOGGED),
    ...(typeof metadata === 'object' && metadata !== null ? { $metadata: listed(metadata, LOGGED_METADATA) } : {}),
    ...(cause instanceof Error && !isDeep ? { cause: loggableError(cause, depth + 1) } : {}),
    ...(parts.length > 0 && !isDeep ? { errors: parts.map((part: Error) => loggableError(part, depth + 1)) } : {}),
  };
}
