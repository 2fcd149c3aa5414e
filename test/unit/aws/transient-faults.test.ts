import { describe, expect, it } from 'vitest';
import { classifyTransientFault } from '#adapters/aws/transient-faults.ts';

const named = (name: string, more: object = {}) => Object.assign(new Error(name), { name, ...more });
const answered = (httpStatusCode: number, name = 'Error') => named(name, { $metadata: { httpStatusCode } });
const canceled = (...codes: string[]) =>
  named('TransactionCanceledException', { CancellationReasons: codes.map((Code) => ({ Code })) });

describe('an error of a call to AWS', () => {
  it.each([
    ['a throttled read', answered(400, 'ThrottlingException')],
    ['an exhausted table', answered(400, 'ProvisionedThroughputExceededException')],
    ['an exhausted account', answered(400, 'RequestLimitExceeded')],
    ['a transaction that another one met', canceled('None', 'TransactionConflict')],
    ['a transaction on an exhausted item', canceled('ProvisionedThroughputExceeded', 'None')],
    ['a throttled transaction', canceled('ThrottlingError', 'TransactionConflict')],
    ['a write that met a transaction', answered(400, 'TransactionConflictException')],
    ['a transaction that is under way', answered(400, 'TransactionInProgressException')],
    ['a throttled queue', answered(403, 'RequestThrottled')],
    ['a queue whose key is throttled', answered(400, 'KmsThrottled')],
    ['a bucket that asks for patience', answered(503, 'SlowDown')],
    ['a 503 without a name', answered(503)],
    ['a 429 without a name', answered(429)],
    ['a throttled key', answered(400, 'ThrottlingException')],
    ['what the SDK itself calls throttled', named('Other', { $retryable: { throttling: true } })],
  ])('of %s is throttled', (_, error) => {
    expect(classifyTransientFault(error)).toBe('throttled');
  });

  it.each([
    ['a timeout', named('TimeoutError')],
    ['a reset connection', named('Error', { code: 'ECONNRESET' })],
    ['a refused connection', named('Error', { code: 'ECONNREFUSED' })],
    ['a name that is not resolved now', named('Error', { code: 'EAI_AGAIN' })],
    ['a body that ends too early', named('Error', { code: 'ERR_STREAM_PREMATURE_CLOSE' })],
    ['a bucket that waited for a body', answered(400, 'RequestTimeout')],
    ['an internal error', answered(500, 'InternalServerError')],
    ['an error that wraps one', new Error('wrapped', { cause: named('Error', { code: 'EPIPE' }) })],
  ])('of %s is unanswered', (_, error) => {
    expect(classifyTransientFault(error)).toBe('unanswered');
  });

  it.each([
    ['a condition that does not hold', answered(400, 'ConditionalCheckFailedException')],
    ['a transaction whose condition does not hold', canceled('ConditionalCheckFailed', 'TransactionConflict')],
    ['a transaction that is not valid', canceled('ValidationError', 'None')],
    ['a request that is not valid', answered(400, 'ValidationException')],
    ['a missing permission', answered(400, 'AccessDeniedException')],
    ['a missing file', answered(404, 'NoSuchKey')],
    ['a quota that time does not mend', answered(400, 'LimitExceededException')],
    ['an abort', named('AbortError', { cause: named('TimeoutError') })],
    ['a fault of the program', new TypeError('x is not a function')],
    ['no error at all', 'ThrottlingException'],
  ])('of %s is not transient', (_, error) => {
    expect(classifyTransientFault(error)).toBeUndefined();
  });
});
