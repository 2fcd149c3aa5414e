/**
 * The reason why a correct call to AWS failed. `throttled`: it was refused before it took effect. `unanswered`: its answer is missing, so
 * it may have taken effect.
 */
export type TransientFault = 'throttled' | 'unanswered';

/**
 * Names of errors of DynamoDB, SQS, S3, KMS and Polly that ask for a later call. `LimitExceededException` is not among them: in KMS and in
 * DynamoDB's control plane it means a quota that waiting does not change.
 */
const THROTTLED_NAMES: ReadonlySet<string> = new Set([
  'BandwidthLimitExceeded',
  'KmsThrottled',
  'PriorRequestNotComplete',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'SlowDown',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
  'TransactionConflictException',
  'TransactionInProgressException',
]);

/** Reasons of a canceled transaction that do not depend on its conditions. */
const THROTTLED_REASONS: readonly string[] = [
  'None',
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
  'TransactionConflict',
];

/** HTTP 429 Too Many Requests, and the 503 of S3 and SQS (SlowDown). */
const THROTTLED_STATUSES: readonly unknown[] = [429, 503];
const UNANSWERED_STATUSES: readonly unknown[] = [500, 502, 504];
const UNANSWERED_NAMES: readonly string[] = ['RequestTimeout', 'RequestTimeoutException', 'TimeoutError'];
/** Codes of Node for connections that could not be made, or ended too early. */
const UNANSWERED_CODES: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ETIMEDOUT',
]);

/** The members of an error of the SDK or of Node that classify it. */
interface SdkError extends Error {
  code?: unknown;
  $metadata?: { httpStatusCode?: number };
  $retryable?: { throttling?: boolean };
  CancellationReasons?: { Code?: string }[];
}

/** The cancellation reasons in the error of a canceled DynamoDB transaction, one for each item; undefined for any other error. */
export function transactionCancellationReasons(error: unknown): string[] | undefined {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return undefined;
  return ((error as SdkError).CancellationReasons ?? []).map(({ Code }) => Code ?? 'None');
}

/** The longest chain of causes that is followed, which also bounds a circular chain. */
const MAX_DEPTH = 10;

/**
 * Classifies an error of a call to AWS. Only this module knows which errors another attempt can overcome.
 * @param depth number of errors whose causes led to this one
 * @returns undefined for an abort, and for an error that another attempt would meet again
 */
export function classifyTransientFault(error: unknown, depth = 0): TransientFault | undefined {
  if (!(error instanceof Error) || error.name === 'AbortError' || depth > MAX_DEPTH) return undefined;
  const { name, code, cause, $metadata: metadata, $retryable: retryable } = error as SdkError;
  const reasons = transactionCancellationReasons(error);
  // When a condition failed, other reasons of the same transaction do not matter.
  if (reasons) return reasons.every((reason) => THROTTLED_REASONS.includes(reason)) ? 'throttled' : undefined;
  const status = metadata?.httpStatusCode;
  if (retryable?.throttling === true || THROTTLED_NAMES.has(name) || THROTTLED_STATUSES.includes(status))
    return 'throttled';
  if (UNANSWERED_NAMES.includes(name) || UNANSWERED_CODES.has(code) || UNANSWERED_STATUSES.includes(status))
    return 'unanswered';
  return classifyTransientFault(cause, depth + 1);
}
