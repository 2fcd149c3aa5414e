import type { SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import type { StackLog } from '#emulators/host/stack-log.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { readBatchResponse } from './batch-response.ts';
import { compileFilter } from './filter-pattern.ts';
import { splitIntoEvents } from './payload.ts';
import { collectBatch } from './sqs-batch.ts';
import { openQueue, type SqsQueue } from './sqs-queue.ts';
import { filterInput, sqsRecord } from './sqs-record.ts';
import type { Invoke, SqsEvent, WaitForRoom } from './types.ts';
import { createSlots, errorMessage, wait } from './wait.ts';

export interface SqsMappingOptions {
  functionName: string;
  event: SqsEvent;
  sqs: SQSClient;
  region: string;
  invoke: Invoke;
  /** Waits for room before polling, where functions share the cores; messages that wait for a process stay hidden. */
  whenReady?: WaitForRoom | undefined;
  /**
   * Number of times that each received batch is passed to the function, all at the same time. SQS may do so once in a while; a program
   * that works with 3 does not rely on the opposite. 1 by default.
   */
  copies?: number | undefined;
  clock: Clock;
  log: StackLog;
  /** Ends the polling. Running invocations are waited for. */
  signal: AbortSignal;
}

/**
 * Seconds for which a message that waits for a process is hidden at a time, and once more when a process has it: then its handler
 * hides it as its first act. So a message that waits, or whose handler has just started, is visible again this soon after the stack
 * or a process was killed, whatever timeout its queue has.
 */
const WAITING_SECONDS = 30;

/** Share of WAITING_SECONDS: messages that waited for less of it are not hidden again for their process. */
const FRESH_SHARE = 0.1;

/** Number of concurrent invocations that Lambda allows where an event source sets no limit. */
const DEFAULT_CONCURRENCY = 1000;
const MIN_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 10_000;

/**
 * Runs one queue's event source until the signal aborts, and resolves when the last of its invocations has ended.
 *
 * One receiver is enough: a batch is invoked without being waited for, and the receiver asks for the next one as soon
 * as a slot is free. So an idle queue costs one long poll whatever its maximumConcurrency, and no message is taken from
 * the queue while it could neither run nor wait for a core.
 */
export async function runSqsMapping(options: SqsMappingOptions): Promise<void> {
  const { event, functionName, clock, log, signal } = options;
  const slots = createSlots(event.maximumConcurrency ?? DEFAULT_CONCURRENCY);
  const deliver = createDelivery(options);
  const running = new Set<Promise<void>>();
  let queue: SqsQueue | undefined;
  let backoffMs = MIN_BACKOFF_MS;

  while (!signal.aborted) {
    const release = await slots.acquire(signal);
    if (release === undefined) break;
    try {
      queue ??= await openQueue(options.sqs, event.queueName, signal, options.whenReady && WAITING_SECONDS);
      await options.whenReady?.(functionName, signal);
      if (signal.aborted) break;
      const messages = await collectBatch(queue, event, clock, signal);
      backoffMs = MIN_BACKOFF_MS;
      if (messages.length === 0) {
        release();
        continue;
      }
      const { arn } = queue;
      const run = deliver(
        queue,
        messages.map((message) => sqsRecord(message, arn, options.region)),
      ).finally(() => {
        running.delete(run);
        release();
      });
      running.add(run);
    } catch (error) {
      release();
      if (signal.aborted) break;
      log.warn(`[${functionName}] queue ${event.queueName}: ${errorMessage(error)}`);
      await wait(backoffMs, signal);
      backoffMs = Math.min(MAX_BACKOFF_MS, backoffMs * 2);
    }
  }
  await Promise.all(running);
}

/** Keeper of the visibility of messages: hides them again and again until a process has taken them. */
interface VisibilityKeeper {
  /** Ends the renewals when a process has taken the messages, and leaves them hidden for it. */
  start(): Promise<void>;
  /** Ends the renewals. */
  stop(): void;
}
/** Keeper for an invoker at which nothing waits, so that nothing needs to be hidden again. */
const NO_KEEPER: VisibilityKeeper = { start: async () => undefined, stop: () => undefined };

/** Handles one received batch. Never rejects: a failure leaves its messages to the visibility timeout. */
function createDelivery({ functionName, event, invoke, whenReady, copies = 1, clock, log }: SqsMappingOptions) {
  const passes = compileFilter(event.filterPatterns);
  const handles = (records: readonly SQSRecord[]) => records.map((record) => record.receiptHandle);

  const invokeWith = async (queue: SqsQueue, records: SQSRecord[], started: () => Promise<void>) => {
    const answer = await invoke(functionName, { Records: records }, { started, group: groupOf(records) });
    const ids = records.map((record) => record.messageId);
    const outcome = event.reportBatchItemFailures ? readBatchResponse(answer, ids) : new Set<string>();
    if (outcome === 'all-failed') throw new Error('the answer does not say which items failed: all count as failed');
    if (outcome.size > 0) log.info(`[${functionName}] reported ${outcome.size} of ${records.length} as failed`);
    await queue.delete(handles(records.filter((record) => !outcome.has(record.messageId))));
  };

  return async (queue: SqsQueue, received: readonly SQSRecord[]) => {
    const wanted = received.filter((record) => passes(filterInput(record)));
    // As in Lambda, a message that no pattern matches is deleted.
    const unwanted = received.filter((record) => !wanted.includes(record));
    const batches = splitIntoEvents(wanted, event.batchSize).map((records) => ({
      records,
      keeper: whenReady === undefined ? NO_KEEPER : keepHidden(queue, handles(records), clock),
    }));
    if (unwanted.length > 0) {
      await queue.delete(handles(unwanted)).catch((error) => log.warn(`[${functionName}] ${errorMessage(error)}`));
    }
    for (const { records, keeper } of batches) {
      // As with SQS, one copy that succeeds deletes the messages, also when the others fail.
      const copy = () =>
        invokeWith(queue, records, keeper.start).catch((error) =>
          log.warn(`[${functionName}] a batch of ${records.length} failed: ${errorMessage(error)}`),
        );
      await Promise.all(Array.from({ length: copies }, copy)).finally(keeper.stop);
    }
  };
}

/**
 * Keeps received messages hidden while they wait for a process, which they do where functions share the cores: the wait must
 * use up neither the time that the handler needs nor one of the receives of the message.
 * `start` ends the renewals and hides the messages once more, except just after they were received. From then on the handler keeps
 * them hidden. `stop` ends the renewals alone: messages that no process took are received again within seconds.
 */
function keepHidden(queue: SqsQueue, receiptHandles: readonly string[], clock: Clock): VisibilityKeeper {
  const seconds = queue.receivedSeconds;
  const receivedAt = clock().getTime();
  let isStarted = false;
  const renew = () => {
    // A renewal that fails is made up for by the next one, or the message is delivered again.
    queue.hide(receiptHandles, seconds).catch(() => undefined);
  };
  const timer = setInterval(renew, Math.max(250, seconds * 250));
  return {
    stop: () => clearInterval(timer),
    start: async () => {
      clearInterval(timer);
      if (isStarted) return;
      isStarted = true;
      if (clock().getTime() - receivedAt < seconds * FRESH_SHARE * 1000) return;
      await queue.hide(receiptHandles, seconds).catch(() => undefined);
    },
  };
}

/**
 * Account that the messages belong to: that of the first one. On AWS it is their message group, which the emulator keeps for
 * FIFO queues only.
 */
function groupOf([record]: readonly SQSRecord[]): string | undefined {
  if (record === undefined) return undefined;
  const { body } = filterInput(record) as { body: unknown };
  const account = typeof body === 'object' && body !== null && 'account_id' in body ? body.account_id : undefined;
  return record.attributes.MessageGroupId ?? (typeof account === 'string' ? account : undefined);
}
