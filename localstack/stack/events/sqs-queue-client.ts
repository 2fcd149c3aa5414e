import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

/** The largest number of messages in one request to SQS. */
export const MAX_SQS_BATCH_MESSAGES = 10;

/** The visibility timeout of a queue that names none, in seconds. */
const DEFAULT_VISIBILITY_SECONDS = 30;

/** The requests to a queue. */
export interface SqsQueueClient {
  arn: string;
  /** Seconds for which a message is hidden when it is received. */
  receivedSeconds: number;
  /** Receives at most `max` (1–10) messages, and waits up to `waitSeconds` (0–20) for the first one. */
  receive(max: number, waitSeconds: number, signal: AbortSignal): Promise<Message[]>;
  /** Deletes received messages. @throws Error if SQS refuses one of them */
  delete(receiptHandles: readonly string[]): Promise<void>;
  /** Hides received messages for `seconds` from now; 0 makes them visible at once. @throws Error if SQS refuses one of them */
  hide(receiptHandles: readonly string[], seconds: number): Promise<void>;
}

/**
 * Finds the URL of a queue.
 * @returns the URL; undefined only if SQS answers without one
 * @throws QueueDoesNotExist
 */
export async function requireQueueUrl(
  sqs: SQSClient,
  queueName: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  return (await sqs.send(new GetQueueUrlCommand({ QueueName: queueName }), { abortSignal: signal })).QueueUrl;
}

/**
 * Opens a queue.
 * @param maxReceivedSeconds the longest time for which a received message is hidden; the timeout of the queue may be longer
 * @throws QueueDoesNotExist
 */
export async function openQueue(
  sqs: SQSClient,
  queueName: string,
  signal?: AbortSignal,
  maxReceivedSeconds = Number.POSITIVE_INFINITY,
): Promise<SqsQueueClient> {
  const QueueUrl = await requireQueueUrl(sqs, queueName, signal);
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn', 'VisibilityTimeout'] }),
    { abortSignal: signal },
  );

  /** Sends a request for each ten of the receipt handles. @throws Error if SQS refuses one of them */
  const inBatches = async (
    receiptHandles: readonly string[],
    send: (entries: { Id: string; ReceiptHandle: string }[]) => Promise<{ Failed?: unknown[] | undefined }>,
  ) => {
    for (let start = 0; start < receiptHandles.length; start += MAX_SQS_BATCH_MESSAGES) {
      const handles = receiptHandles.slice(start, start + MAX_SQS_BATCH_MESSAGES);
      const { Failed } = await send(handles.map((ReceiptHandle, index) => ({ Id: String(index), ReceiptHandle })));
      if (Failed?.length)
        throw new Error(`SQS refused ${Failed.length} of ${handles.length}: ${JSON.stringify(Failed)}`);
    }
  };

  const receivedSeconds = Math.min(
    Number(Attributes?.VisibilityTimeout ?? DEFAULT_VISIBILITY_SECONDS),
    maxReceivedSeconds,
  );
  return {
    arn: Attributes?.QueueArn ?? '',
    receivedSeconds,
    receive: async (max, waitSeconds, abortSignal) => {
      const command = new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: Math.min(MAX_SQS_BATCH_MESSAGES, max),
        WaitTimeSeconds: waitSeconds,
        VisibilityTimeout: receivedSeconds,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      });
      return (await sqs.send(command, { abortSignal })).Messages ?? [];
    },
    delete: (receiptHandles) =>
      inBatches(receiptHandles, (Entries) => sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }))),
    hide: (receiptHandles, seconds) =>
      inBatches(receiptHandles, (entries) => {
        const Entries = entries.map((entry) => ({ ...entry, VisibilityTimeout: seconds }));
        return sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }));
      }),
  };
}
