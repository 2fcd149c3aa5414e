import type { DynamoDBRecord, SQSRecord } from 'aws-lambda';
import { expect, it } from 'vitest';
import { batchHandler, streamHandler } from '../../../lib/runtime/process-batch.ts';

const attributes = { SentTimestamp: '1000', ApproximateReceiveCount: '2' };
const message = (messageId: string) => ({ messageId, body: messageId, attributes }) as SQSRecord;
const change = (number: string) => ({ eventID: number, dynamodb: { SequenceNumber: number } }) as DynamoDBRecord;

it('a batch reports the messages that failed, and only those', async () => {
  const handler = batchHandler('test', async ({ body }) => {
    if (body !== 'b') throw new Error(`no ${body}`);
  });
  const answer = await handler({ Records: [message('a'), message('b'), message('c')] });
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'a' }, { itemIdentifier: 'c' }] });
});

it('a batch of which every message failed is reported, not thrown', async () => {
  const handler = batchHandler('test', async () => {
    throw new Error('no');
  });
  expect(await handler({ Records: [message('a')] })).toEqual({ batchItemFailures: [{ itemIdentifier: 'a' }] });
});

it('a batch is handled concurrently, and the next batch begins without the failures of the last', async () => {
  let waiting = 0;
  const both = Promise.withResolvers<void>();
  const handler = batchHandler('test', async ({ body }) => {
    if (body === 'fails') throw new Error('no');
    waiting += 1;
    if (waiting === 2) both.resolve();
    await both.promise;
  });
  expect(await handler({ Records: [message('fails')] })).toEqual({ batchItemFailures: [{ itemIdentifier: 'fails' }] });
  expect(await handler({ Records: [message('a'), message('b')] })).toEqual({ batchItemFailures: [] });
});

it('a stream repeats from the record that failed', async () => {
  const handler = streamHandler('test', async ({ eventID }) => {
    if (eventID === '2') throw new Error('no');
  });
  const answer = await handler({ Records: [change('1'), change('2'), change('3')] });
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
});
