import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { ImageFetchQueue } from '#features/images/public.ts';
import type { ImportQueue } from '#features/imports/public.ts';
import type { VoiceSampleQueue } from '#features/narration/public.ts';
import type { BatchQueue, RenderTaskKind, RenderTaskQueue } from '#features/renders/public.ts';
import type { DeliveryQueue } from '#features/webhooks/public.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import type { FairQueueDeps, PoolName } from '#platform/fair-queue/public.ts';
import { messageBody } from './queue-messages.ts';
import { callUntilAllPartsDone } from './retries.ts';

/** Addresses of the queues. */
export interface QueueUrls {
  renders: string;
  narration: string;
  segments: string;
  assemblies: string;
  imports: string;
  deliveries: string;
  slowDeliveries: string;
}

/** The name of the queue for each kind of render task. */
export const QUEUE_BY_RENDER_TASK_KIND: Readonly<Record<RenderTaskKind, Exclude<keyof QueueUrls, 'imports'>>> = {
  prepare: 'renders',
  plan: 'renders',
  narration: 'narration',
  video: 'segments',
  audio: 'segments',
  assembly: 'assemblies',
};

/** The most messages in one request to SQS. */
const MESSAGES_PER_BATCH = 10;

/**
 * Sends one message.
 * @param groupId id of the account, by which SQS shares the workers: while one group has many messages, those of others are received first
 */
const send = (sqs: SQSClient, url: string, groupId: string | undefined, body: string, delaySeconds = 0) =>
  sqs.send(
    new SendMessageCommand({
      QueueUrl: url,
      MessageBody: body,
      ...(groupId === undefined ? {} : { MessageGroupId: groupId }),
      ...(delaySeconds > 0 ? { DelaySeconds: delaySeconds } : {}),
    }),
  );

/** Sends the messages of render tasks, each to the queue of its kind. */
export const createRenderTaskQueue = (sqs: SQSClient, queues: QueueUrls): RenderTaskQueue => ({
  async send(task, delaySeconds) {
    await send(
      sqs,
      queues[QUEUE_BY_RENDER_TASK_KIND[task.kind]],
      task.account_id,
      messageBody('render_task', task),
      delaySeconds,
    );
  },
});

/** The name of the queue for the work of each pool. */
export const QUEUE_BY_POOL: Readonly<Record<PoolName, keyof QueueUrls>> = {
  preparation: 'renders',
  narration: 'narration',
  encoding: 'segments',
  fetching: 'imports',
};

interface GroupedMessage {
  group: string;
  body: string;
}

/** Number of batches that are sent at the same time. */
const BATCHES_AT_ONCE = 5;

/** Sends the messages of one batch. @returns the messages that SQS could not accept at the moment. @throws Error when it refuses one */
async function sendBatch(
  sqs: SQSClient,
  url: string,
  messages: readonly GroupedMessage[],
  delaySeconds: number,
): Promise<GroupedMessage[]> {
  const Entries = messages.map(({ group, body }, index) => ({
    Id: String(index),
    MessageBody: body,
    MessageGroupId: group,
    ...(delaySeconds > 0 ? { DelaySeconds: delaySeconds } : {}),
  }));
  const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
  const refusedEntries = Failed.filter(({ SenderFault }) => SenderFault);
  if (refusedEntries.length > 0)
    throw new Error(
      `${refusedEntries.length} of ${Entries.length} messages were refused: ${refusedEntries[0]?.Message ?? ''}`,
    );
  return Failed.flatMap(({ Id }) => messages[Number(Id)] ?? []);
}

/** Sends messages in batches; those that SQS could not accept at the moment are sent again. @throws Error when SQS refuses one */
async function sendAll(
  sqs: SQSClient,
  url: string,
  messages: readonly GroupedMessage[],
  delaySeconds = 0,
): Promise<void> {
  const batches = Array.from({ length: Math.ceil(messages.length / MESSAGES_PER_BATCH) }, (_, index) =>
    messages.slice(index * MESSAGES_PER_BATCH, (index + 1) * MESSAGES_PER_BATCH),
  );
  await forEachConcurrent(batches, BATCHES_AT_ONCE, (batch) =>
    callUntilAllPartsDone(batch, (pendingMessages) => sendBatch(sqs, url, pendingMessages, delaySeconds)),
  );
}

/** Makes a function that sends the messages of tickets that have a slot to the queue of their pool. */
export const poolMessageSender =
  (sqs: SQSClient, queues: QueueUrls): FairQueueDeps['sendAll'] =>
  async ({ account_id, pool }, tickets, delaySeconds) => {
    const messages = tickets.map(({ message }) => ({ group: account_id, body: message }));
    await sendAll(sqs, queues[QUEUE_BY_POOL[pool]], messages, delaySeconds);
  };

/** The attribute of a message that counts how often it was handed back for a newer version. */
export const HANDED_BACK_COUNT_ATTRIBUTE = 'handed_back';

/**
 * Sends a copy of a received message; the receives of the copy are counted from zero. The caller then deletes the received one; if it is
 * killed in between, both remain, and a lease lets only one of them do the work.
 * @param group its message group; undefined if it has none
 * @param handedBack the number of times that it was handed back for a newer version
 */
export async function resendQueueMessage(
  sqs: SQSClient,
  url: string,
  { group, body, handedBack }: { group: string | undefined; body: string; handedBack: number },
  delaySeconds: number,
): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: url,
      MessageBody: body,
      DelaySeconds: delaySeconds,
      ...(group === undefined ? {} : { MessageGroupId: group }),
      ...(handedBack === 0
        ? {}
        : {
            MessageAttributes: {
              [HANDED_BACK_COUNT_ATTRIBUTE]: { DataType: 'Number', StringValue: String(handedBack) },
            },
          }),
    }),
  );
}

/** Sends requests for samples of voices to the narration queue. */
export const createVoiceSampleQueue = (sqs: SQSClient, queues: QueueUrls): VoiceSampleQueue => ({
  async ask(voices) {
    await sendAll(
      sqs,
      queues.narration,
      // Samples belong to no account.
      voices.map((voice) => ({ group: 'voices', body: messageBody('voice_sample', { voice }) })),
    );
  },
});

/** Sends requests to start rows of batches to the queue that prepares renders. */
export const createBatchRowStartQueue = (sqs: SQSClient, queues: QueueUrls): BatchQueue => ({
  async send(accountId) {
    await send(sqs, queues.renders, accountId, messageBody('batch_rows', { account_id: accountId }));
  },
});

/** Sends the messages of imports. */
export const createImportQueue = (sqs: SQSClient, queues: QueueUrls): ImportQueue => ({
  async send(ref, delaySeconds) {
    await send(sqs, queues.imports, ref.account_id, messageBody('import', ref), delaySeconds);
  },
});

/** Sends the messages of image fetches to the queue of imports, whose worker also fetches files of clients and uses the decoder. */
export const createImageFetchQueue = (sqs: SQSClient, queues: QueueUrls): ImageFetchQueue => ({
  async send(ref, delaySeconds) {
    await send(sqs, queues.imports, ref.account_id, messageBody('image_fetch', ref), delaySeconds);
  },
});

/** Sends the messages of deliveries; those to slow receivers have a separate queue. */
export const createDeliveryQueue = (sqs: SQSClient, queues: QueueUrls): DeliveryQueue => ({
  async send(ref, delaySeconds) {
    const url = ref.slow ? queues.slowDeliveries : queues.deliveries;
    await send(sqs, url, ref.account_id, messageBody('delivery', ref), delaySeconds);
  },
  async sendAll(refs) {
    const sendTo = (url: string, slow: boolean) =>
      sendAll(
        sqs,
        url,
        refs
          .filter((ref) => (ref.slow ?? false) === slow)
          .map((ref) => ({ group: ref.account_id, body: messageBody('delivery', ref) })),
      );
    await Promise.all([sendTo(queues.deliveries, false), sendTo(queues.slowDeliveries, true)]);
  },
});

/** Hides a received message for a number of seconds from now. */
export async function changeMessageVisibility(
  sqs: SQSClient,
  queueUrl: string,
  receiptHandle: string,
  seconds: number,
): Promise<void> {
  await sqs.send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: queueUrl,
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: seconds,
    }),
  );
}
