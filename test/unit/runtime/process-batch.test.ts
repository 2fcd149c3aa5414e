import type { DynamoDBRecord, SQSRecord } from 'aws-lambda';
import { expect, it } from 'vitest';
import { type AwsRetryClock, retryTransientFaults } from '#adapters/aws/retries.ts';
import { createQueueBatchHandler, createTableStreamHandler } from '#app/composition/process-batch.ts';
import { DependencyUnavailableError, WrittenByNewerVersionError } from '#kernel/shared/errors.ts';

const attributes = { SentTimestamp: '1000', ApproximateReceiveCount: '2' };
const message = (messageId: string) => ({ messageId, body: messageId, attributes }) as SQSRecord;
const putOff = async (): Promise<never> => {
  throw new Error('nothing here is put off');
};
const change = (number: string) => ({ eventID: number, dynamodb: { SequenceNumber: number } }) as DynamoDBRecord;

it('a batch reports the messages that failed, and only those', async () => {
  const handler = createQueueBatchHandler(
    'test',
    async ({ body }) => {
      if (body !== 'b') throw new Error(`no ${body}`);
    },
    putOff,
  );
  const answer = await handler({ Records: [message('a'), message('b'), message('c')] });
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'a' }, { itemIdentifier: 'c' }] });
});

it('a batch of which every message failed is reported, not thrown', async () => {
  const handler = createQueueBatchHandler(
    'test',
    async () => {
      throw new Error('no');
    },
    putOff,
  );
  expect(await handler({ Records: [message('a')] })).toEqual({ batchItemFailures: [{ itemIdentifier: 'a' }] });
});

it('a batch is handled concurrently, and the next batch starts without the failures of the last', async () => {
  let waiting = 0;
  const both = Promise.withResolvers<void>();
  const handler = createQueueBatchHandler(
    'test',
    async ({ body }) => {
      if (body === 'fails') throw new Error('no');
      waiting += 1;
      if (waiting === 2) both.resolve();
      await both.promise;
    },
    putOff,
  );
  expect(await handler({ Records: [message('fails')] })).toEqual({ batchItemFailures: [{ itemIdentifier: 'fails' }] });
  expect(await handler({ Records: [message('a'), message('b')] })).toEqual({ batchItemFailures: [] });
});

it('a stream repeats from the record that failed', async () => {
  const handler = createTableStreamHandler('test', async ({ eventID }) => {
    if (eventID === '2') throw new Error('no');
  });
  const answer = await handler({ Records: [change('1'), change('2'), change('3')] });
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
});

it('a message whose table or queue was not available is put off, and has not failed', async () => {
  const later: string[] = [];
  const handler = createQueueBatchHandler(
    'test',
    async ({ body }) => {
      if (body !== 'b') throw new DependencyUnavailableError('throttled');
    },
    async ({ body }) => {
      if (body === 'c') throw new DependencyUnavailableError('the queue too');
      later.push(body);
      return true;
    },
  );
  const answer = await handler({ Records: [message('a'), message('b'), message('c')] });
  expect(later).toEqual(['a']);
  // It returns by itself.
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'c' }] });
});

it('a message of a newer version is put off until it is given up', async () => {
  const handler = createQueueBatchHandler(
    'test',
    async ({ body }) => {
      if (body !== 'own') throw new WrittenByNewerVersionError(body);
    },
    async ({ body }) => body === 'newer',
  );
  const answer = await handler({ Records: [message('own'), message('newer'), message('given up')] });
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'given up' }] });
});

it('a message is handled within the time that is left of the invocation, its reserve aside', async () => {
  let begun: number | undefined;
  let waited = 0;
  // From the first look on, the clock moves by the waits alone.
  const time: AwsRetryClock = {
    now: () => {
      begun ??= performance.now();
      return begun + waited;
    },
    random: () => 0.5,
    wait: async (ms) => {
      waited += ms;
    },
  };
  const throttled = async () => {
    throw Object.assign(new Error(), { name: 'ThrottlingException' });
  };
  const handler = createQueueBatchHandler(
    'test',
    () => retryTransientFaults(throttled, undefined, time),
    async () => true,
  );
  const answer = await handler({ Records: [message('a')] }, { getRemainingTimeInMillis: () => 10_000 });
  expect(answer).toEqual({ batchItemFailures: [] });
  // 3 s are its reserve. Without a limit the call is repeated for 20 s.
  expect(waited).toBeLessThanOrEqual(7000);
});
