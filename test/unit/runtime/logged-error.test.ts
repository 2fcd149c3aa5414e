import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { log } from '#app/composition/log.ts';
import { loggableError } from '#app/composition/loggable-error.ts';
import { ServiceError, WriteConflictError } from '#kernel/shared/errors.ts';

const TEXT = 'what a client wrote';

const refused = () =>
  new ConditionalCheckFailedException({
    message: 'The conditional request failed',
    $metadata: { httpStatusCode: 400, requestId: 'r1', attempts: 1 },
    Item: { title: { S: TEXT } },
  });

/** The lines that something writes to the standard streams. */
function written(act: () => void): string {
  const lines: string[] = [];
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      lines.push(String(chunk));
      return true;
    }),
  );
  try {
    act();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return lines.join('');
}

describe('an error in the log', () => {
  it('has its message, its causes and its codes, and no item of the table at any depth', () => {
    const error = new Error('not done', { cause: new WriteConflictError('a conflict', { cause: refused() }) });
    const line = written(() => {
      log.error('failed', { error, account_id: 'acc_1' });
      log.warn('failed', { error });
      log.info('failed', { deep: [{ error: refused() }] });
    });
    expect(line).not.toContain(TEXT);
    expect(line.trim().split('\n')).toHaveLength(3);
    expect(JSON.parse(line.split('\n')[0] ?? '')).toMatchObject({
      error: {
        message: 'not done',
        cause: {
          name: 'WriteConflictError',
          cause: { name: 'ConditionalCheckFailedException', $metadata: { httpStatusCode: 400, requestId: 'r1' } },
        },
      },
      details: { account_id: 'acc_1' },
    });
  });

  it('keeps nothing of a refusal but its code', () => {
    const error = new ServiceError('validation_failed', 'not valid', { faults: [{ param: 'title', message: TEXT }] });
    expect(loggableError(error)).toEqual({
      ...{ name: 'ServiceError', message: 'not valid', code: 'validation_failed' },
      stack: expect.any(String),
    });
  });

  it('keeps the errors of an aggregate, and ends where an error is its own cause', () => {
    const own = new Error('own');
    own.cause = own;
    const logged = loggableError(new AggregateError([own, 'text'], 'several'));
    expect(logged).toMatchObject({ message: 'several', errors: [{ message: 'own', cause: { message: 'own' } }] });
    expect(JSON.stringify(logged).length).toBeLessThan(100_000);
  });
});
