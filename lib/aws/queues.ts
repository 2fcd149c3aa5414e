import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { Config } from '../config.ts';
import type { AudioQueue, VoiceSampleQueue } from '../narration/public.ts';
import type { TaskKind, TaskQueue } from '../renders/public.ts';
import type { DeliveryQueue } from '../webhooks/public.ts';
import { messageBody } from './queue-messages.ts';

/** Which queue carries the tasks of a kind. */
export const TASK_QUEUES: Readonly<Record<TaskKind, keyof Config['queues']>> = {
  prepare: 'renders',
  plan: 'renders',
  narration: 'narration',
  video: 'segments',
  audio: 'segments',
  assembly: 'assemblies',
};

/** The most messages in one request to SQS. */
const BATCH = 10;

const send = (sqs: SQSClient, url: string, body: string, delaySeconds = 0) =>
  sqs.send(
    new SendMessageCommand({
      QueueUrl: url,
      MessageBody: body,
      ...(delaySeconds > 0 ? { DelaySeconds: delaySeconds } : {}),
    }),
  );

/** Sends the messages of render tasks, each to the queue of its kind. */
export const taskQueue = (sqs: SQSClient, queues: Config['queues']): TaskQueue => ({
  async send(task, delaySeconds) {
    await send(sqs, queues[TASK_QUEUES[task.kind]], messageBody('render_task', task), delaySeconds);
  },
});

/** Sends requests for the speech of slides to the narration queue, whose workers have the voices. */
export const audioQueue = (sqs: SQSClient, queues: Config['queues']): AudioQueue => ({
  async send(audio, delaySeconds) {
    await send(sqs, queues.narration, messageBody('slide_speech', audio), delaySeconds);
  },
});

async function sendAll(sqs: SQSClient, url: string, bodies: readonly string[]): Promise<void> {
  for (let i = 0; i < bodies.length; i += BATCH) {
    const Entries = bodies.slice(i, i + BATCH).map((MessageBody, at) => ({ Id: String(at), MessageBody }));
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
    if (Failed.length > 0) throw new Error(`${Failed.length} of ${Entries.length} messages were not sent`);
  }
}

/** Sends requests for samples of voices to the narration queue. */
export const voiceSampleQueue = (sqs: SQSClient, queues: Config['queues']): VoiceSampleQueue => ({
  async ask(voices) {
    await sendAll(
      sqs,
      queues.narration,
      voices.map((voice) => messageBody('voice_sample', { voice })),
    );
  },
});

/** Sends the messages of deliveries; those to slow receivers have a queue of their own. */
export const deliveryQueue = (sqs: SQSClient, queues: Config['queues']): DeliveryQueue => ({
  async send(ref, delaySeconds) {
    const url = ref.slow ? queues.slowDeliveries : queues.deliveries;
    await send(sqs, url, messageBody('delivery', ref), delaySeconds);
  },
  async sendAll(refs) {
    const to = (url: string, slow: boolean) =>
      sendAll(
        sqs,
        url,
        refs.filter((ref) => (ref.slow ?? false) === slow).map((ref) => messageBody('delivery', ref)),
      );
    await Promise.all([to(queues.deliveries, false), to(queues.slowDeliveries, true)]);
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
