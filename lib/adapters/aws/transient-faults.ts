/**
 * Reason why a call to AWS was not done although nothing is wrong with it. `throttled`: it was refused before it took effect.
 * `unanswered`: its answer is missing, so that it may have taken effect.
 */
export type TransientFault = 'throttled' | 'unanswered';

/**
 * Names of errors that say "later": of DynamoDB, SQS, S3, KMS and Polly. `LimitExceededException` is not among them: of KMS and
 * of DynamoDB's control plane it is a quota that time does not correct.
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

/** Reasons for which a transaction is canceled although its conditions may hold. */
const THROTTLED_REASONS: readonly string[] = [
  'None',
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
  'TransactionConflict',
];

/** Too many requests, and S3's and SQS's "slow down". */
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

interface SdkError extends Error {
  code?: unknown;
  $metadata?: { httpStatusCode?: number };
  $retryable?: { throttling?: boolean };
  CancellationReasons?: { Code?: string }[];
}

/** The reasons a transaction was canceled for, one an item; undefined for an error that is none of a canceled transaction. */
export function cancellationReasons(error: unknown): string[] | undefined {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return undefined;
  return ((error as SdkError).CancellationReasons ?? []).map(({ Code }) => Code ?? 'None');
}

/** An error may wrap another one; more layers than this are a cycle. */
const MAX_DEPTH = 10;

/**
 * Classifies an error of a call to AWS. The one place that knows which errors another attempt can correct.
 * @returns undefined for an error that would come again, and for an abort
 */
export function transientFault(error: unknown, depth = 0): TransientFault | undefined {
  if (!(error instanceof Error) || error.name === 'AbortError' || depth > MAX_DEPTH) return undefined;
  const { name, code, cause, $metadata: answer, $retryable: retryable } = error as SdkError;
  const reasons = cancellationReasons(error);
  // A condition that does not hold decides, whatever else the transaction was canceled for.
  if (reasons) return reasons.every((reason) => THROTTLED_REASONS.includes(reason)) ? 'throttled' : undefined;
  const status = answer?.httpStatusCode;
  if (retryable?.throttling === true || THROTTLED_NAMES.has(name) || THROTTLED_STATUSES.includes(status))
    return 'throttled';
  if (UNANSWERED_NAMES.includes(name) || UNANSWERED_CODES.has(code) || UNANSWERED_STATUSES.includes(status))
    return 'unanswered';
  return transientFault(cause, depth + 1);
}
