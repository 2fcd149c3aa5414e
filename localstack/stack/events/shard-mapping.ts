import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import type { StackLog } from '#emulators/host/stack-log.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { errorMessage } from '#kernel/shared/error-message.ts';
import type { DiscardedRecords } from './create-on-failure-message.ts';
import { splitIntoEvents } from './payload.ts';
import type { ShardCheckpoints } from './shard-checkpoints.ts';
import { createShardReader } from './shard-reader.ts';
import { handleStreamBatch } from './stream-batch.ts';
import { streamRecordSequenceNumber, toLambdaStreamRecord } from './to-lambda-stream-record.ts';
import type { InvokeFunction, StreamEventSource } from './types.ts';
import { waitMilliseconds } from './wait.ts';

/** Pause between reads of an idle shard, so that a record is read less than 100 ms after it was written. */
const POLL_MS = 75;
/** Pause after a read without a matching record, in milliseconds. More records are probably being written, and are then read together. */
const BUSY_POLL_MS = 20;
/** Shortest time between saves of positions that only skip records which no pattern matches. */
const SKIP_SAVE_MS = 1000;
const RETRY_MS = 500;
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
  discard(lost: DiscardedRecords): Promise<void>;
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

  let saved = checkpoints.get(key);
  let savedAt = clock().getTime();
  const save = async (position: string) => {
    saved = position;
    savedAt = clock().getTime();
    // Without its checkpoint a record is delivered again after a restart, which handlers must expect anyway.
    await checkpoints
      .save(key, position)
      .catch((error) => log.error(`${logPrefix}: no checkpoint: ${errorMessage(error)}`));
  };

  const reader = createShardReader({
    ...options,
    after: saved,
    onTrimmed: () => {
      log.warn(`${logPrefix}: records after ${saved} were dropped by the stream before they were read`);
      checkpoints.forget(key);
    },
  });

  let buffer: DynamoDBRecord[] = [];
  let bufferedAt = 0;
  let ended = false;

  const deliver = (batch: readonly DynamoDBRecord[]): Promise<boolean> =>
    handleStreamBatch(batch, {
      ...options,
      retryDelayMs: (failures) => Math.min(MAX_RETRY_DELAY_MS, FIRST_RETRY_DELAY_MS * 2 ** (failures - 1)),
      progress: (record) => save(streamRecordSequenceNumber(record)),
    });

  while (!signal.aborted) {
    try {
      if (!ended && buffer.length < event.batchSize) {
        const read = await reader.read();
        ended = read.ended;
        if (buffer.length === 0) bufferedAt = clock().getTime();
        buffer.push(
          ...read.records
            .map((record) => toLambdaStreamRecord(record, streamArn, options.region))
            .filter(options.passes),
        );
        if (buffer.length === 0) {
          const position = reader.position();
          const skipped = position !== undefined && position !== saved;
          if (skipped && (ended || clock().getTime() - savedAt >= SKIP_SAVE_MS)) await save(position);
          if (ended) return;
          if (!read.isFull) await waitMilliseconds(read.records.length === 0 ? POLL_MS : BUSY_POLL_MS, signal);
          continue;
        }
      }
      const windowLeftMs = bufferedAt + event.batchWindowSeconds * 1000 - clock().getTime();
      if (windowLeftMs > 0 && buffer.length < event.batchSize && !ended) {
        await waitMilliseconds(Math.min(POLL_MS, windowLeftMs), signal);
        continue;
      }

      const [batch = []] = splitIntoEvents(buffer.slice(0, event.batchSize), event.batchSize);
      if (!(await deliver(batch))) return;
      buffer = buffer.slice(batch.length);
      bufferedAt = clock().getTime();
      // If the buffer is empty, the records that no pattern matches are done too.
      const last = batch.at(-1);
      const position = buffer.length === 0 ? reader.position() : last && streamRecordSequenceNumber(last);
      if (position !== undefined && position !== saved) await save(position);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Error && error.name === 'ResourceNotFoundException') return;
      log.warn(`${logPrefix}: ${errorMessage(error)}`);
      await waitMilliseconds(RETRY_MS, signal);
    }
  }
}
