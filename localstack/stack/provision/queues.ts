import {
  CreateQueueCommand,
  GetQueueUrlCommand,
  type QueueAttributeName,
  QueueDoesNotExist,
  SetQueueAttributesCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { QueueResource } from './template.ts';

/** Properties of a queue in CloudFormation that are attributes with the same name. */
const QUEUE_ATTRIBUTES = [
  'DelaySeconds',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'ReceiveMessageWaitTimeSeconds',
  'VisibilityTimeout',
  'RedrivePolicy',
  'FifoQueue',
  'ContentBasedDeduplication',
  'DeduplicationScope',
  'FifoThroughputLimit',
] as const satisfies readonly QueueAttributeName[];

/** Attributes that cannot be changed later. */
const IMMUTABLE_ATTRIBUTES = new Set<string>(['FifoQueue']);

function attributesOf(queue: QueueResource): Record<string, string> {
  const entries = QUEUE_ATTRIBUTES.filter((name) => queue[name] !== undefined).map((name) => {
    const value = queue[name];
    return [name, typeof value === 'object' ? JSON.stringify(value) : String(value)];
  });
  return Object.fromEntries(entries);
}

/** Makes the queues, or sets the attributes of existing ones. A dead-letter queue comes before those that name it. */
export async function ensureQueues(sqs: SQSClient, queues: readonly QueueResource[]): Promise<void> {
  const queuesWithoutRedrive = queues.filter(({ RedrivePolicy }) => RedrivePolicy === undefined);
  const queuesWithRedrive = queues.filter(({ RedrivePolicy }) => RedrivePolicy !== undefined);
  await Promise.all(queuesWithoutRedrive.map((queue) => ensureQueue(sqs, queue)));
  await Promise.all(queuesWithRedrive.map((queue) => ensureQueue(sqs, queue)));
}

async function ensureQueue(sqs: SQSClient, queue: QueueResource): Promise<void> {
  const attributes = attributesOf(queue);
  const url = await findQueue(sqs, queue.QueueName);
  if (url === undefined) {
    await sqs.send(new CreateQueueCommand({ QueueName: queue.QueueName, Attributes: attributes }));
    return;
  }
  const changeableAttributes = Object.fromEntries(
    Object.entries(attributes).filter(([name]) => !IMMUTABLE_ATTRIBUTES.has(name)),
  );
  if (Object.keys(changeableAttributes).length === 0) return;
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: changeableAttributes }));
}

async function findQueue(sqs: SQSClient, name: string): Promise<string | undefined> {
  try {
    return (await sqs.send(new GetQueueUrlCommand({ QueueName: name }))).QueueUrl;
  } catch (error) {
    if (error instanceof QueueDoesNotExist) return undefined;
    throw error;
  }
}
