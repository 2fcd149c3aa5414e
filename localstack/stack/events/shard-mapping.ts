import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import type { StackLog } from '#emulators/host/stack-log.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { errorMessageOf } from '#kernel/shared/error-message.ts';
import type { DiscardedStreamRecords } from './create-on-failure-message.ts';
import { splitRecordsIntoLambdaEvents } from './payload.ts';
import type { ShardCheckpoints } from './shard-checkpoints.ts';
import { createShardReader } from './shard-reader.ts';
import { handleStreamBatch } from './stream-batch.ts';
import { streamRecordSequenceNumber, toLambdaStreamRecord } from './to-lambda-stream-record.ts';
import type { InvokeFunction, StreamEventSource } from './types.ts';
import { waitUnlessAborted } from './wait-unless-aborted.ts';

/** Pause between reads of an idle shard, in milliseconds, so that a record is read less than 100 ms after it was written. */
const POLL_MS = 75;
/** Pause after a read without a matching record, in milliseconds. More records are probably being written, and are then read together. */
const BUSY_POLL_MS = 20;
/** The shortest time between saves of positions that only skip records which no pattern matches. */
const SKIP_SAVE_MS = 1000;
/** Pause after an error of the stream or of a delivery. */
const RETRY_MS = 500;
/** Pauses before the repetitions of a failed batch: each is twice the previous one, up to the second number. */
const FIRST_RETRY_DELAY_MS = 100;
const MAX_RETRY_DELAY_MS = 10_000;

/** Options of `processShardRecords`. */
export interface ProcessShardRecordsOptions {
  functionName: string;
  event: StreamEventSource;
  streams: DynamoDBStreamsClient;
  streamArn: string;
  shardId: string;
  startingPosition: StreamEventSource['startingPosition'];
  region: string;
  /** Reports whether a record matches the patterns of the event source. */
  passes(record: DynamoDBRecord): boolean;
  invoke: InvokeFunction;
  /** Discards records after their retries or because of their age. */
  discard(lost: DiscardedStreamRecords): Promise<void>;
  checkpoints: ShardCheckpoints;
  clock: Clock;
  log: StackLog;
  signal: AbortSignal;
}

/** Handles the records of a shard in order, from its checkpoint, until the shard ends, its stream is removed, or the signal aborts. */
export async function processShardRecords(options: ProcessShardRecordsOptions): Promise<void> {
  const { functionName, event, streamArn, shardId, checkpoints, clock, log, signal } = options;
  const key = `${functionName}|${streamArn}|${shardId}`;
  const logPrefix = `[${functionName}] shard ${shardId}`;

  let savedPosition = checkpoints.get(key);
  let savedAtMs = clock().getTime();
  const save = async (position: string) => {
    savedPosition = position;
    savedAtMs = clock().getTime();
    // Without its checkpoint a record is delivered again after a restart, which handlers must expect anyway.
    await checkpoints
      .save(key, position)
      .catch((error) => log.error(`${logPrefix}: no checkpoint: ${errorMessageOf(error)}`));
  };

  const reader = createShardReader({
    ...options,
    after: savedPosition,
    onTrimmed: () => {
      log.warn(`${logPrefix}: records after ${savedPosition} were dropped by the stream before they were read`);
      checkpoints.forget(key);
    },
  });

  let buffer: DynamoDBRecord[] = [];
  let bufferedAtMs = 0;
  let hasEnded = false;

  const deliver = (batch: readonly DynamoDBRecord[]): Promise<boolean> =>
    handleStreamBatch(batch, {
      ...options,
      retryDelayMs: (failures) => Math.min(MAX_RETRY_DELAY_MS, FIRST_RETRY_DELAY_MS * 2 ** (failures - 1)),
      progress: (record) => save(streamRecordSequenceNumber(record)),
    });

  while (!signal.aborted) {
    try {
      if (!hasEnded && buffer.length < event.batchSize) {
        const shardRead = await reader.read();
        hasEnded = shardRead.ended;
        if (buffer.length === 0) bufferedAtMs = clock().getTime();
        buffer.push(
          ...shardRead.records
            .map((record) => toLambdaStreamRecord(record, streamArn, options.region))
            .filter(options.passes),
        );
        if (buffer.length === 0) {
          const position = reader.position();
          const hasSkippedRecords = position !== undefined && position !== savedPosition;
          if (hasSkippedRecords && (hasEnded || clock().getTime() - savedAtMs >= SKIP_SAVE_MS)) await save(position);
          if (hasEnded) return;
          if (!shardRead.isFull)
            await waitUnlessAborted(shardRead.records.length === 0 ? POLL_MS : BUSY_POLL_MS, signal);
          continue;
        }
      }
      const windowLeftMs = bufferedAtMs + event.batchWindowSeconds * 1000 - clock().getTime();
      if (windowLeftMs > 0 && buffer.length < event.batchSize && !hasEnded) {
        await waitUnlessAborted(Math.min(POLL_MS, windowLeftMs), signal);
        continue;
      }

      const [batch = []] = splitRecordsIntoLambdaEvents(buffer.slice(0, event.batchSize), event.batchSize);
      if (!(await deliver(batch))) return;
      buffer = buffer.slice(batch.length);
      bufferedAtMs = clock().getTime();
      // If the buffer is empty, the records that no pattern matches are done too.
      const lastRecord = batch.at(-1);
      const position = buffer.length === 0 ? reader.position() : lastRecord && streamRecordSequenceNumber(lastRecord);
      if (position !== undefined && position !== savedPosition) await save(position);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Error && error.name === 'ResourceNotFoundException') return;
      log.warn(`${logPrefix}: ${errorMessageOf(error)}`);
      await waitUnlessAborted(RETRY_MS, signal);
    }
  }
}
