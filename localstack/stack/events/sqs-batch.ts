import type { Message } from '@aws-sdk/client-sqs';
import type { Clock } from '#kernel/shared/clock.ts';
import { MAX_LAMBDA_PAYLOAD_BYTES } from '../workers/payload-limit.ts';
import { MAX_SQS_BATCH_MESSAGES, type SqsQueueClient } from './sqs-queue-client.ts';
import type { SqsEventSource } from './types.ts';
import { waitUnlessAborted } from './wait-unless-aborted.ts';

const LONG_POLL_SECONDS = 20;
/** Pause between short polls, which are needed for the rest of a window: long polls take whole seconds. */
const SHORT_POLL_MS = 100;

const bodyBytes = (message: Message | undefined): number => Buffer.byteLength(message?.Body ?? '');

/**
 * Receives one batch. It waits for a first message and, with a batching window, for more until the batch has its largest size, or its bodies
 * fill an event of Lambda, or the window is over. The batch is empty if no message came, or the signal aborts.
 */
export async function collectSqsBatch(
  queue: SqsQueueClient,
  source: SqsEventSource,
  clock: Clock,
  signal: AbortSignal,
): Promise<Message[]> {
  // A message that is received again within a long window replaces the first receipt, which is no longer valid.
  const batch = new Map<string, Message>();
  let batchBytes = 0;
  const add = (messages: Message[]) => {
    for (const message of messages) {
      const id = message.MessageId ?? '';
      batchBytes += bodyBytes(message) - bodyBytes(batch.get(id));
      batch.set(id, message);
    }
  };

  add(await queue.receive(Math.min(MAX_SQS_BATCH_MESSAGES, source.batchSize), LONG_POLL_SECONDS, signal));
  const deadlineMs = clock().getTime() + source.maximumBatchingWindowSeconds * 1000;
  const isFull = () => batch.size >= source.batchSize || batchBytes >= MAX_LAMBDA_PAYLOAD_BYTES;

  try {
    while (batch.size > 0 && !isFull() && !signal.aborted) {
      const leftMs = deadlineMs - clock().getTime();
      if (leftMs <= 0) break;
      const seconds = Math.min(LONG_POLL_SECONDS, Math.floor(leftMs / 1000));
      const receivedMessages = await queue.receive(
        Math.min(MAX_SQS_BATCH_MESSAGES, source.batchSize - batch.size),
        seconds,
        signal,
      );
      add(receivedMessages);
      if (receivedMessages.length === 0 && seconds === 0)
        await waitUnlessAborted(Math.min(SHORT_POLL_MS, leftMs), signal);
    }
  } catch {
    // The messages that were received are delivered even if a request for more has failed.
  }

  // After an abort the batch is not delivered: its messages become visible again after their timeout.
  return signal.aborted ? [] : [...batch.values()];
}
