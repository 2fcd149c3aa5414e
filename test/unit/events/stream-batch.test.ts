import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import type { DiscardedStreamRecords } from '#stack/events/create-on-failure-message.ts';
import { handleStreamBatch } from '#stack/events/stream-batch.ts';
import type { StreamEventSource } from '#stack/events/types.ts';

const NOW = 1_700_000_000;

const record = (sequence: number, key = `k${sequence}`, createdAt = NOW): DynamoDBRecord => ({
  dynamodb: { Keys: { PK: { S: key } }, SequenceNumber: String(sequence), ApproximateCreationDateTime: createdAt },
});
const records = (count: number) => Array.from({ length: count }, (_, at) => record(at + 1));
const sequences = (list: readonly DynamoDBRecord[]) => list.map((one) => one.dynamodb?.SequenceNumber ?? '');

/** Handles the batch with this handler, and tells what was invoked, what was done, and what was given up. */
async function handle(
  batch: DynamoDBRecord[],
  handler: (sequenceNumbers: string[], call: number) => unknown,
  settings: Partial<StreamEventSource> = {},
) {
  const invoked: string[][] = [];
  const progress: string[] = [];
  const lost: DiscardedStreamRecords[] = [];
  const stopping = new AbortController();
  const ended = await handleStreamBatch(batch, {
    functionName: 'dispatch',
    event: {
      kind: 'stream',
      tableName: 'jobs',
      batchSize: 10,
      batchWindowSeconds: 0,
      startingPosition: 'TRIM_HORIZON',
      maximumRetryAttempts: 2,
      bisectBatchOnFunctionError: false,
      reportBatchItemFailures: true,
      filterPatterns: [],
      ...settings,
    },
    invoke: async (_name, event) => {
      invoked.push(sequences((event as DynamoDBStreamEvent).Records));
      const answer = handler(invoked.at(-1) ?? [], invoked.length);
      if (answer === 'stop') stopping.abort();
      if (answer === 'stop' || answer === 'fail') throw new Error('broken');
      return answer;
    },
    clock: () => new Date(NOW * 1000),
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    signal: stopping.signal,
    retryDelayMs: () => 0,
    discard: async (what) => void lost.push(what),
    progress: async (last) => void progress.push(last.dynamodb?.SequenceNumber ?? ''),
  });
  return { ended, invoked, progress, lost };
}

const reporting = (...failed: string[]) => ({
  batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })),
});

describe('a batch of stream records', () => {
  it('is done at once when the handler succeeds', async () => {
    expect(await handle(records(3), () => undefined)).toEqual({
      ended: true,
      invoked: [['1', '2', '3']],
      progress: ['3'],
      lost: [],
    });
  });

  it('is tried again from the lowest reported record on, whatever the order of the report', async () => {
    const { invoked, progress } = await handle(records(5), (_batch, call) => (call === 1 ? reporting('4', '3') : {}));

    expect(invoked).toEqual([
      ['1', '2', '3', '4', '5'],
      ['3', '4', '5'],
    ]);
    expect(progress).toEqual(['2', '5']);
  });

  it('is given up as a whole after its retries when it is not to be bisected', async () => {
    const { invoked, progress, lost, ended } = await handle(records(3), () => 'fail', { maximumRetryAttempts: 2 });

    expect(invoked).toHaveLength(3);
    expect(lost).toMatchObject([{ condition: 'RetryAttemptsExhausted', invokeCount: 3, functionFailed: true }]);
    expect(sequences(lost[0]?.records ?? [])).toEqual(['1', '2', '3']);
    expect(progress).toEqual(['3']);
    expect(ended).toBe(true);
  });

  it('is not tried a second time without retries', async () => {
    const { invoked, lost } = await handle(records(1), () => 'fail', { maximumRetryAttempts: 0 });

    expect(invoked).toHaveLength(1);
    expect(lost).toHaveLength(1);
  });

  it('is tried for as long as it takes when retries are not limited', async () => {
    const { invoked, lost } = await handle(records(1), (_batch, call) => (call < 50 ? 'fail' : undefined), {
      maximumRetryAttempts: -1,
    });

    expect(invoked).toHaveLength(50);
    expect(lost).toEqual([]);
  });

  it('is bisected until the poison is alone, in order, and splitting uses up no retries', async () => {
    const handled: string[] = [];
    const { invoked, lost, progress } = await handle(
      records(8),
      (batch) => {
        if (batch.includes('6')) return 'fail';
        handled.push(...batch);
        return undefined;
      },
      { bisectBatchOnFunctionError: true, maximumRetryAttempts: 2 },
    );

    expect(handled).toEqual(['1', '2', '3', '4', '5', '7', '8']);
    expect(lost.map((what) => sequences(what.records))).toEqual([['6']]);
    expect(invoked.filter((batch) => batch.length === 1 && batch[0] === '6')).toHaveLength(3);
    expect(progress).toEqual(['4', '5', '6', '8']);
  });

  it('spares the records behind one that is reported again and again', async () => {
    const { lost, invoked } = await handle(records(4), (batch) => (batch.includes('2') ? reporting('2') : {}), {
      bisectBatchOnFunctionError: true,
      maximumRetryAttempts: 1,
    });

    expect(lost.map((what) => sequences(what.records))).toEqual([['2']]);
    expect(lost[0]?.functionFailed).toBe(false);
    expect(invoked.at(-1)).toEqual(['4']);
  });

  it('fails as a whole when the report cannot be understood', async () => {
    const { invoked } = await handle(records(2), (_batch, call) => (call === 1 ? reporting('') : {}));

    expect(invoked).toEqual([
      ['1', '2'],
      ['1', '2'],
    ]);
  });

  it('takes no report where none was asked for', async () => {
    const { invoked } = await handle(records(2), () => reporting('1'), { reportBatchItemFailures: false });

    expect(invoked).toHaveLength(1);
  });

  it('loses the records that are too old to the on-failure destination, and handles the younger ones', async () => {
    const batch = [record(1, 'a', NOW - 61), record(2, 'b', NOW - 61), record(3, 'c', NOW - 60)];

    const { invoked, lost, progress } = await handle(batch, () => undefined, { maximumRecordAgeSeconds: 60 });

    expect(invoked).toEqual([['3']]);
    expect(lost).toMatchObject([{ condition: 'RecordAgeExceeded', invokeCount: 0, functionFailed: false }]);
    expect(sequences(lost[0]?.records ?? [])).toEqual(['1', '2']);
    expect(progress).toEqual(['2', '3']);
  });

  it('is neither done nor given up when it is stopped in the middle', async () => {
    const { ended, progress, lost } = await handle(
      records(4),
      (_batch, call) => (call === 1 ? reporting('3') : 'stop'),
      { maximumRetryAttempts: 0 },
    );

    expect(ended).toBe(false);
    expect(progress).toEqual(['2']);
    expect(lost).toEqual([]);
  });
});
