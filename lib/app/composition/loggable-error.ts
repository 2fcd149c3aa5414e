/**
 * Properties of errors that are logged: codes and numbers. All others are left out because they may contain data of clients: the
 * error of a failed condition of the table has the whole item.
 */
const LOGGED_PROPERTIES = [
  'code',
  'errno',
  'syscall',
  'signal',
  'status',
  'how',
  'isTimeout',
  'isRefused',
  'expired',
] as const;
/** Members of the SDK's record of the answer that it received. */
const LOGGED_METADATA = ['httpStatusCode', 'requestId', 'attempts', 'totalRetryDelay'] as const;
/** Longest chain of causes that is logged, which also bounds a circular chain. */
const MAX_DEPTH = 8;

type LoggedValue = string | number | boolean;
const isLoggedValue = (value: unknown): value is LoggedValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Picks the properties of an object that are on a list and have plain values: strings, numbers, booleans. */
function pickLoggedValues(object: object, names: readonly string[]): Record<string, LoggedValue> {
  const pickedValues: Record<string, LoggedValue> = {};
  for (const [name, value] of Object.entries(object))
    if (names.includes(name) && isLoggedValue(value)) pickedValues[name] = value;
  return pickedValues;
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
  const innerErrors = errors.filter((part: unknown) => part instanceof Error);
  const isTooDeep = depth >= MAX_DEPTH;
  return {
    name,
    message,
    stack,
    ...pickLoggedValues(error, LOGGED_PROPERTIES),
    ...(typeof metadata === 'object' && metadata !== null
      ? { $metadata: pickLoggedValues(metadata, LOGGED_METADATA) }
      : {}),
    ...(cause instanceof Error && !isTooDeep ? { cause: loggableError(cause, depth + 1) } : {}),
    ...(innerErrors.length > 0 && !isTooDeep
      ? { errors: innerErrors.map((part: Error) => loggableError(part, depth + 1)) }
      : {}),
  };
}
