import type { DynamoDBRecord } from 'aws-lambda';
import type { StackLog } from '#emulators/host/stack-log.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { errorMessageOf } from '#kernel/shared/error-message.ts';
import { readBatchResponse } from './batch-response.ts';
import type { DiscardedStreamRecords } from './create-on-failure-message.ts';
import { streamRecordEpochSeconds, streamRecordSequenceNumber } from './to-lambda-stream-record.ts';
import type { InvokeFunction, StreamEventSource } from './types.ts';
import { waitUnlessAborted } from './wait-unless-aborted.ts';

/** Options of `handleStreamBatch`. */
export interface HandleStreamBatchOptions {
  functionName: string;
  event: StreamEventSource;
  invoke: InvokeFunction;
  clock: Clock;
  log: StackLog;
  /** Ends the retries. The remaining records are not handled. */
  signal: AbortSignal;
  /** Milliseconds until the next attempt after 1, 2, … failures. */
  retryDelayMs(failures: number): number;
  /** Discards records. Resolves when that is recorded; rejects only if the signal aborted before. */
  discard(lost: DiscardedStreamRecords): Promise<void>;
  /** Called with the last of the records that are done, in order. */
  progress(record: DynamoDBRecord): Promise<void>;
}

/** Records of the same attempt. Each failure either splits them or counts as one of their attempts. */
interface RecordGroup {
  records: readonly DynamoDBRecord[];
  failures: number;
  invokeCount: number;
}

/** The outcome of an invocation. Records before `failedAt` are done; it is the number of records if all are. */
interface AttemptOutcome {
  failedAt: number;
  functionFailed: boolean;
}

async function invokeWithRecords(
  records: readonly DynamoDBRecord[],
  options: HandleStreamBatchOptions,
): Promise<AttemptOutcome> {
  const { functionName, event, invoke, log } = options;
  const allFailed = (reason: string, functionFailed: boolean): AttemptOutcome => {
    log.warn(`[${functionName}] a batch of ${records.length} stream records failed: ${reason}`);
    return { failedAt: 0, functionFailed };
  };
  try {
    const answer = await invoke(functionName, { Records: records });
    if (!event.reportBatchItemFailures) return { failedAt: records.length, functionFailed: false };
    const outcome = readBatchResponse(answer, records.map(streamRecordSequenceNumber));
    if (outcome === 'all-failed') return allFailed('the answer does not say which items failed', false);
    // A stream has one position, so all records from the first failure are delivered again.
    const failedAt = records.findIndex((record) => outcome.has(streamRecordSequenceNumber(record)));
    if (failedAt === 0) return allFailed('its first record was reported', false);
    return { failedAt: failedAt < 0 ? records.length : failedAt, functionFailed: false };
  } catch (error) {
    return allFailed(errorMessageOf(error), true);
  }
}

/** The number of records at the start that are older than the event source accepts. */
function expiredCount(records: readonly DynamoDBRecord[], { event, clock }: HandleStreamBatchOptions): number {
  const { maximumRecordAgeSeconds: maxAgeSeconds } = event;
  if (maxAgeSeconds === undefined || maxAgeSeconds < 0) return 0;
  const oldestEpochSeconds = clock().getTime() / 1000 - maxAgeSeconds;
  const firstFreshIndex = records.findIndex(
    (record) => (streamRecordEpochSeconds(record) ?? Number.POSITIVE_INFINITY) >= oldestEpochSeconds,
  );
  return firstFreshIndex < 0 ? records.length : firstFreshIndex;
}

/**
 * Handles or discards every record of a batch, in order. Records are discarded after their retries or because of their age.
 * Resolves with false if the signal ended it before.
 *
 * A batch that fails at its first record is bisected, if the event source has that option, until the record that causes the failure
 * is alone. As in Lambda, a split uses up no retries. After progress inside a batch the count of retries is 0 again,
 * because the records after the failed one have not been tried.
 */
export async function handleStreamBatch(
  records: readonly DynamoDBRecord[],
  options: HandleStreamBatchOptions,
): Promise<boolean> {
  const { event, signal } = options;
  const groups: RecordGroup[] = [{ records, failures: 0, invokeCount: 0 }];
  const finish = async (doneRecords: readonly DynamoDBRecord[]) => {
    const lastRecord = doneRecords.at(-1);
    if (lastRecord !== undefined) await options.progress(lastRecord);
  };

  for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
    if (signal.aborted) return false;

    const expiredRecords = group.records.slice(0, expiredCount(group.records, options));
    if (expiredRecords.length > 0) {
      const { invokeCount } = group;
      await options.discard({
        records: expiredRecords,
        condition: 'RecordAgeExceeded',
        invokeCount,
        functionFailed: invokeCount > 0,
      });
      await finish(expiredRecords);
      if (expiredRecords.length < group.records.length)
        groups.unshift({ ...group, records: group.records.slice(expiredRecords.length) });
      continue;
    }

    const { failedAt, functionFailed } = await invokeWithRecords(group.records, options);
    const invokeCount = group.invokeCount + 1;
    await finish(group.records.slice(0, failedAt));
    const remainingRecords = group.records.slice(failedAt);
    if (remainingRecords.length === 0) continue;
    if (signal.aborted) return false;

    const failures = failedAt > 0 ? 0 : group.failures + 1;
    if (failedAt > 0) {
      groups.unshift({ records: remainingRecords, failures, invokeCount });
    } else if (event.bisectBatchOnFunctionError && remainingRecords.length > 1) {
      const middle = Math.ceil(remainingRecords.length / 2);
      const halves = [remainingRecords.slice(0, middle), remainingRecords.slice(middle)];
      groups.unshift(...halves.map((half) => ({ records: half, failures: group.failures, invokeCount })));
    } else if (event.maximumRetryAttempts >= 0 && failures > event.maximumRetryAttempts) {
      await options.discard({
        records: remainingRecords,
        condition: 'RetryAttemptsExhausted',
        invokeCount,
        functionFailed,
      });
      await finish(remainingRecords);
      continue;
    } else {
      groups.unshift({ records: remainingRecords, failures, invokeCount });
    }
    await waitUnlessAborted(options.retryDelayMs(Math.max(1, failures)), signal);
  }
  return true;
}
