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
  /**
   * Where functions share the cores: polling waits for room, and messages that wait for a process stay hidden.
   */
  whenReady?: WaitForRoom | undefined;
  /**
   * How many times each received batch is handed to the function, all at the same time. SQS may do so once in a while; a
   * program that works with 3 does not rely on the opposite. 1 by default.
   */
  copies?: number | undefined;
  clock: Clock;
  log: StackLog;
  /** Ends the polling. Invocations that run are left to end. */
  signal: AbortSignal;
}

/**
 * A message that waits for a process is hidden for this many seconds at a time, and for as long once a process has it: the
 * first act of a handler is to hide its message for itself. What waits or has just started when the stack or a process is
 * killed is back as soon, whatever its queue says.
 */
const WAITING_SECONDS = 30;

/** Messages that wait for less than this share of the time for which they are hidden are not hidden again for their process. */
const FRESH_SHARE = 0.1;

/** The invocations at once that Lambda allows where an event source sets no separate limit. */
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

/** Messages that are kept hidden until a process has taken them. */
interface Hidden {
  start(): Promise<void>;
  stop(): void;
}
/** An invoker without a queue need not report when it starts. */
const UNHIDDEN: Hidden = { start: async () => undefined, stop: () => undefined };

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
    const groups = splitIntoEvents(wanted, event.batchSize).map((records) => ({
      records,
      hidden: whenReady === undefined ? UNHIDDEN : keepHidden(queue, handles(records), clock),
    }));
    if (unwanted.length > 0) {
      await queue.delete(handles(unwanted)).catch((error) => log.warn(`[${functionName}] ${errorMessage(error)}`));
    }
    for (const { records, hidden } of groups) {
      // As with SQS, one copy that succeeds deletes the messages, also when the others fail.
      const copy = () =>
        invokeWith(queue, records, hidden.start).catch((error) =>
          log.warn(`[${functionName}] a batch of ${records.length} failed: ${errorMessage(error)}`),
        );
      await Promise.all(Array.from({ length: copies }, copy)).finally(hidden.stop);
    }
  };
}

/**
 * Keeps received messages hidden while they wait for a process, which can happen when functions share the cores: the
 * wait must not use up the time that the handler counts on, nor one of the message's receives.
 * `start` ends it, with the whole time before them, or nearly: messages that a process takes at once were hidden when they were
 * received. From then on visibility is the handler's own.
 * `stop` ends it, too: messages that no process took come again in seconds.
 */
function keepHidden(queue: SqsQueue, receiptHandles: readonly string[], clock: Clock): Hidden {
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
 * Whose messages these are: the account of the first one. Their message group says it on AWS, which the emulator keeps for
 * FIFO queues only.
 */
function groupOf([record]: readonly SQSRecord[]): string | undefined {
  if (record === undefined) return undefined;
  const { body } = filterInput(record) as { body: unknown };
  const account = typeof body === 'object' && body !== null && 'account_id' in body ? body.account_id : undefined;
  return record.attributes.MessageGroupId ?? (typeof account === 'string' ? account : undefined);
}
