import type { DynamoDBRecord } from 'aws-lambda';
import type { StackLog } from '#emulators/host/stack-log.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { readBatchResponse } from './batch-response.ts';
import type { GivenUpRecords } from './failure-message.ts';
import { createdAt, sequenceNumber } from './stream-record.ts';
import type { Invoke, StreamEvent } from './types.ts';
import { errorMessage, wait } from './wait.ts';

export interface StreamBatchOptions {
  functionName: string;
  event: StreamEvent;
  invoke: Invoke;
  clock: Clock;
  log: StackLog;
  /** Ends the retries; what is not done by then stays undone. */
  signal: AbortSignal;
  /** Milliseconds before the next attempt, after 1, 2, … failed ones. */
  retryDelayMs(failures: number): number;
  /** Resolves when the records' fate is recorded; rejects only when the signal aborted before. */
  giveUp(lost: GivenUpRecords): Promise<void>;
  /** Called in order with the last record up to which everything is done. */
  progress(record: DynamoDBRecord): Promise<void>;
}

/** Records that are tried together. Each failure either splits them or counts as one of their tries. */
interface Part {
  records: readonly DynamoDBRecord[];
  failures: number;
  invokeCount: number;
}

/** Outcome of one invocation: records before `failedAt` are done (the number of records: all of them). */
interface Attempt {
  failedAt: number;
  functionFailed: boolean;
}

async function attempt(records: readonly DynamoDBRecord[], options: StreamBatchOptions): Promise<Attempt> {
  const { functionName, event, invoke, log } = options;
  const allFailed = (why: string, functionFailed: boolean): Attempt => {
    log.warn(`[${functionName}] a batch of ${records.length} stream records failed: ${why}`);
    return { failedAt: 0, functionFailed };
  };
  try {
    const answer = await invoke(functionName, { Records: records });
    if (!event.reportBatchItemFailures) return { failedAt: records.length, functionFailed: false };
    const outcome = readBatchResponse(answer, records.map(sequenceNumber));
    if (outcome === 'all-failed') return allFailed('the answer does not say which items failed', false);
    // A stream has one position: everything from the first failure on comes again.
    const failedAt = records.findIndex((record) => outcome.has(sequenceNumber(record)));
    if (failedAt === 0) return allFailed('its first record was reported', false);
    return { failedAt: failedAt < 0 ? records.length : failedAt, functionFailed: false };
  } catch (error) {
    return allFailed(errorMessage(error), true);
  }
}

/** Number of records at the head that are older than the event source accepts. */
function expiredCount(records: readonly DynamoDBRecord[], { event, clock }: StreamBatchOptions): number {
  const { maximumRecordAgeSeconds: maximum } = event;
  if (maximum === undefined || maximum < 0) return 0;
  const oldest = clock().getTime() / 1000 - maximum;
  const fresh = records.findIndex((record) => (createdAt(record) ?? Number.POSITIVE_INFINITY) >= oldest);
  return fresh < 0 ? records.length : fresh;
}

/**
 * Brings every record of a batch to an end, in order: handled, or given up after its retries or for its age. Resolves
 * with false when the signal ended it before.
 *
 * A batch that fails at its first record is bisected, where the event source says so, until the record that causes it
 * is alone; as in Lambda, splitting uses up no retries. Progress inside a batch sets the count of retries back to 0,
 * because the records behind the failed one have not been tried.
 */
export async function handleBatch(records: readonly DynamoDBRecord[], options: StreamBatchOptions): Promise<boolean> {
  const { event, signal } = options;
  const parts: Part[] = [{ records, failures: 0, invokeCount: 0 }];
  const finish = async (done: readonly DynamoDBRecord[]) => {
    const last = done.at(-1);
    if (last !== undefined) await options.progress(last);
  };

  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    if (signal.aborted) return false;

    const expired = part.records.slice(0, expiredCount(part.records, options));
    if (expired.length > 0) {
      const { invokeCount } = part;
      await options.giveUp({
        records: expired,
        condition: 'RecordAgeExceeded',
        invokeCount,
        functionFailed: invokeCount > 0,
      });
      await finish(expired);
      if (expired.length < part.records.length) parts.unshift({ ...part, records: part.records.slice(expired.length) });
      continue;
    }

    const { failedAt, functionFailed } = await attempt(part.records, options);
    const invokeCount = part.invokeCount + 1;
    await finish(part.records.slice(0, failedAt));
    const left = part.records.slice(failedAt);
    if (left.length === 0) continue;
    if (signal.aborted) return false;

    const failures = failedAt > 0 ? 0 : part.failures + 1;
    if (failedAt > 0) {
      parts.unshift({ records: left, failures, invokeCount });
    } else if (event.bisectBatchOnFunctionError && left.length > 1) {
      const middle = Math.ceil(left.length / 2);
      const halves = [left.slice(0, middle), left.slice(middle)];
      parts.unshift(...halves.map((half) => ({ records: half, failures: part.failures, invokeCount })));
    } else if (event.maximumRetryAttempts >= 0 && failures > event.maximumRetryAttempts) {
      await options.giveUp({ records: left, condition: 'RetryAttemptsExhausted', invokeCount, functionFailed });
      await finish(left);
      continue;
    } else {
      parts.unshift({ records: left, failures, invokeCount });
    }
    await wait(options.retryDelayMs(Math.max(1, failures)), signal);
  }
  return true;
}
