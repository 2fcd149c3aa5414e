import type { SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import type { StackLog } from '#emulators/host/stack-log.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { errorMessageOf } from '#kernel/shared/error-message.ts';
import { readBatchResponse } from './batch-response.ts';
import { compileFilter } from './filter-pattern.ts';
import { splitRecordsIntoLambdaEvents } from './payload.ts';
import { createSemaphore } from './semaphore.ts';
import { collectSqsBatch } from './sqs-batch.ts';
import { openQueue, type SqsQueueClient } from './sqs-queue-client.ts';
import { toLambdaSqsRecord, toSqsEventFilterInput } from './sqs-record.ts';
import type { InvokeFunction, SqsEventSource, WaitForEventCapacity } from './types.ts';
import { waitUnlessAborted } from './wait-unless-aborted.ts';

/** Options of `runSqsMapping`. */
export interface SqsMappingOptions {
  functionName: string;
  event: SqsEventSource;
  sqs: SQSClient;
  region: string;
  invoke: InvokeFunction;
  /** Waits for room before polling, if functions share the cores. Messages that wait for a process stay hidden. */
  whenReady?: WaitForEventCapacity | undefined;
  /**
   * Number of times that each received batch is passed to the function, all at the same time. SQS may deliver a message more than once; a
   * program that works with 3 does not rely on a single delivery. 1 by default.
   */
  copies?: number | undefined;
  clock: Clock;
  log: StackLog;
  /** Ends the polling. Running invocations are awaited. */
  signal: AbortSignal;
}

/**
 * Seconds for which a message that waits for a process is hidden at a time. It is hidden once more when a process takes it; then its handler
 * hides it as its first step. So a message that waits, or whose handler has just started, becomes visible after this time if the stack
 * or a process is killed, whatever timeout its queue has.
 */
const HIDDEN_SECONDS = 30;

/** A fraction of HIDDEN_SECONDS. Messages that waited for less are not hidden again when a process takes them. */
const FRESH_FRACTION = 0.1;

/** Number of concurrent invocations that Lambda allows for an event source without a limit. */
const DEFAULT_CONCURRENCY = 1000;
/** Pauses after errors of the queue: each is twice the previous one, within these bounds. */
const MIN_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 10_000;

/**
 * Runs the event source of a queue until the signal aborts. Resolves when the last of its invocations has ended.
 *
 * One receiver is enough, because it does not wait for the invocation of a batch: it requests the next batch as soon as a slot is free. So
 * an idle queue needs one long poll whatever its maximumConcurrency, and no message is taken from the queue unless it can run or wait for a
 * core.
 */
export async function runSqsMapping(options: SqsMappingOptions): Promise<void> {
  const { event, functionName, clock, log, signal } = options;
  const slots = createSemaphore(event.maximumConcurrency ?? DEFAULT_CONCURRENCY);
  const deliver = createDelivery(options);
  const runningInvocations = new Set<Promise<void>>();
  let queue: SqsQueueClient | undefined;
  let backoffMs = MIN_BACKOFF_MS;

  while (!signal.aborted) {
    const release = await slots.acquire(signal);
    if (release === undefined) break;
    try {
      queue ??= await openQueue(options.sqs, event.queueName, signal, options.whenReady && HIDDEN_SECONDS);
      await options.whenReady?.(functionName, signal);
      if (signal.aborted) break;
      const messages = await collectSqsBatch(queue, event, clock, signal);
      backoffMs = MIN_BACKOFF_MS;
      if (messages.length === 0) {
        release();
        continue;
      }
      const { arn } = queue;
      const invocation = deliver(
        queue,
        messages.map((message) => toLambdaSqsRecord(message, arn, options.region)),
      ).finally(() => {
        runningInvocations.delete(invocation);
        release();
      });
      runningInvocations.add(invocation);
    } catch (error) {
      release();
      if (signal.aborted) break;
      log.warn(`[${functionName}] queue ${event.queueName}: ${errorMessageOf(error)}`);
      await waitUnlessAborted(backoffMs, signal);
      backoffMs = Math.min(MAX_BACKOFF_MS, backoffMs * 2);
    }
  }
  await Promise.all(runningInvocations);
}

/** Renews the time for which messages are hidden, until a process has taken them. */
interface VisibilityKeeper {
  /** Ends the renewals when a process takes the messages, which stay hidden for it. */
  start(): Promise<void>;
  /** Ends the renewals. */
  stop(): void;
}
/** The keeper for an invoker without a queue, where no message needs to be hidden again. */
const NO_KEEPER: VisibilityKeeper = { start: async () => undefined, stop: () => undefined };

/** Makes a function that handles a received batch. It never rejects: after a failure, messages become visible after their timeout. */
function createDelivery({ functionName, event, invoke, whenReady, copies = 1, clock, log }: SqsMappingOptions) {
  const passes = compileFilter(event.filterPatterns);
  const handles = (records: readonly SQSRecord[]) => records.map((record) => record.receiptHandle);

  const invokeWith = async (queue: SqsQueueClient, records: SQSRecord[], onStarted: () => Promise<void>) => {
    const answer = await invoke(functionName, { Records: records }, { started: onStarted, group: accountOf(records) });
    const ids = records.map((record) => record.messageId);
    const outcome = event.reportBatchItemFailures ? readBatchResponse(answer, ids) : new Set<string>();
    if (outcome === 'all-failed') throw new Error('the answer does not say which items failed: all count as failed');
    if (outcome.size > 0) log.info(`[${functionName}] reported ${outcome.size} of ${records.length} as failed`);
    await queue.delete(handles(records.filter((record) => !outcome.has(record.messageId))));
  };

  return async (queue: SqsQueueClient, receivedRecords: readonly SQSRecord[]) => {
    const matchingRecords = receivedRecords.filter((record) => passes(toSqsEventFilterInput(record)));
    // As in Lambda, a message that no pattern matches is deleted.
    const unmatchedRecords = receivedRecords.filter((record) => !matchingRecords.includes(record));
    const batches = splitRecordsIntoLambdaEvents(matchingRecords, event.batchSize).map((records) => ({
      records,
      keeper: whenReady === undefined ? NO_KEEPER : keepHidden(queue, handles(records), clock),
    }));
    if (unmatchedRecords.length > 0) {
      await queue
        .delete(handles(unmatchedRecords))
        .catch((error) => log.warn(`[${functionName}] ${errorMessageOf(error)}`));
    }
    for (const { records, keeper } of batches) {
      // As with SQS, one successful copy deletes the messages, even if the others fail.
      const deliverCopy = () =>
        invokeWith(queue, records, keeper.start).catch((error) =>
          log.warn(`[${functionName}] a batch of ${records.length} failed: ${errorMessageOf(error)}`),
        );
      await Promise.all(Array.from({ length: copies }, deliverCopy)).finally(keeper.stop);
    }
  };
}

/**
 * Keeps received messages hidden while they wait for a process, if functions share the cores. The wait must
 * use up neither the time that the handler needs nor one of the receives of the message.
 * `start` ends the renewals and hides the messages once more, unless they were just received. From then on the handler keeps
 * them hidden. `stop` only ends the renewals: messages that no process took are received again within seconds.
 */
function keepHidden(queue: SqsQueueClient, receiptHandles: readonly string[], clock: Clock): VisibilityKeeper {
  const hiddenSeconds = queue.receivedSeconds;
  const receivedAtMs = clock().getTime();
  let isStarted = false;
  const renew = () => {
    // After a failed renewal, the next one hides the messages, or they are delivered again.
    queue.hide(receiptHandles, hiddenSeconds).catch(() => undefined);
  };
  const timer = setInterval(renew, Math.max(250, hiddenSeconds * 250));
  return {
    stop: () => clearInterval(timer),
    start: async () => {
      clearInterval(timer);
      if (isStarted) return;
      isStarted = true;
      if (clock().getTime() - receivedAtMs < hiddenSeconds * FRESH_FRACTION * 1000) return;
      await queue.hide(receiptHandles, hiddenSeconds).catch(() => undefined);
    },
  };
}

/**
 * Finds the account of the messages, which is that of the first one. On AWS it is their message group, which the emulator stores only
 * for FIFO queues.
 */
function accountOf([record]: readonly SQSRecord[]): string | undefined {
  if (record === undefined) return undefined;
  const { body } = toSqsEventFilterInput(record) as { body: unknown };
  const account = typeof body === 'object' && body !== null && 'account_id' in body ? body.account_id : undefined;
  return record.attributes.MessageGroupId ?? (typeof account === 'string' ? account : undefined);
}
