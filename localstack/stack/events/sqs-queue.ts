import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

/** Messages that SQS takes or gives in one request, at most. */
export const MAX_BATCH = 10;

export interface SqsQueue {
  arn: string;
  /** For how long a message is hidden when it is received. */
  receivedSeconds: number;
  /** At most `max` (1–10) messages; waits up to `waitSeconds` (0–20) for the first one. */
  receive(max: number, waitSeconds: number, signal: AbortSignal): Promise<Message[]>;
  delete(receiptHandles: readonly string[]): Promise<void>;
  /** Hides received messages for `seconds` from now; 0 makes them visible at once. */
  hide(receiptHandles: readonly string[], seconds: number): Promise<void>;
}

/** Rejects when there is no such queue. */
export async function queueUrl(sqs: SQSClient, queueName: string, signal?: AbortSignal): Promise<string | undefined> {
  return (await sqs.send(new GetQueueUrlCommand({ QueueName: queueName }), { abortSignal: signal })).QueueUrl;
}

/**
 * Rejects when there is no such queue.
 * @param maxReceivedSeconds hides a received message for no longer than that, where its queue would
 */
export async function openQueue(
  sqs: SQSClient,
  queueName: string,
  signal?: AbortSignal,
  maxReceivedSeconds = Number.POSITIVE_INFINITY,
): Promise<SqsQueue> {
  const QueueUrl = await queueUrl(sqs, queueName, signal);
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn', 'VisibilityTimeout'] }),
    { abortSignal: signal },
  );

  /** Runs one request for every ten receipt handles. */
  const inBatches = async (
    receiptHandles: readonly string[],
    send: (entries: { Id: string; ReceiptHandle: string }[]) => Promise<{ Failed?: unknown[] | undefined }>,
  ) => {
    for (let at = 0; at < receiptHandles.length; at += MAX_BATCH) {
      const handles = receiptHandles.slice(at, at + MAX_BATCH);
      const { Failed } = await send(handles.map((ReceiptHandle, index) => ({ Id: String(index), ReceiptHandle })));
      if (Failed?.length)
        throw new Error(`SQS refused ${Failed.length} of ${handles.length}: ${JSON.stringify(Failed)}`);
    }
  };

  const receivedSeconds = Math.min(Number(Attributes?.VisibilityTimeout ?? 30), maxReceivedSeconds);
  return {
    arn: Attributes?.QueueArn ?? '',
    receivedSeconds,
    receive: async (max, waitSeconds, abortSignal) => {
      const command = new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: Math.min(MAX_BATCH, max),
        WaitTimeSeconds: waitSeconds,
        VisibilityTimeout: receivedSeconds,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      });
      return (await sqs.send(command, { abortSignal })).Messages ?? [];
    },
    delete: (handles) =>
      inBatches(handles, (Entries) => sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }))),
    hide: (handles, seconds) =>
      inBatches(handles, (entries) => {
        const Entries = entries.map((entry) => ({ ...entry, VisibilityTimeout: seconds }));
        return sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }));
      }),
  };
}
