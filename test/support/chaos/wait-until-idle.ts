import { GetQueueAttributesCommand, type QueueAttributeName, SQSClient } from '@aws-sdk/client-sqs';
import { type DueIndexOfKind, dueItemsIndex } from '#adapters/aws/table/keys.ts';
import { queryDueItems } from '#adapters/aws/table/query-due-items.ts';
import type { Table } from '#adapters/aws/table/table.ts';
import { allDue } from '../data/all-due.ts';
import { type Service, until } from '../service/start-service.ts';
import { withTable } from '../service/with-table.ts';

const COUNTS: QueueAttributeName[] = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesNotVisible',
  'ApproximateNumberOfMessagesDelayed',
];

/** A look asks each queue and three indexes: four of them a second would take half of a core. */
const LOOK_EVERY_MS = 1000;

/** Messages that wait, are at work or are delayed, by the queue's variable in the environment; empty queues are left out. */
async function queued(sqs: SQSClient, environment: Readonly<Record<string, string>>): Promise<Record<string, number>> {
  const queues = Object.entries(environment).filter(([name]) => name.endsWith('_QUEUE_URL'));
  const counts = await Promise.all(
    queues.map(async ([name, QueueUrl]): Promise<[string, number]> => {
      const { Attributes = {} } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: COUNTS }));
      return [name, COUNTS.reduce((sum, count) => sum + Number(Attributes[count] ?? 0), 0)];
    }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** Renders that are not at their end, events that were not dispatched, and deliveries that are pending. */
async function unfinished(table: Table): Promise<Record<string, number>> {
  const listed = (index: DueIndexOfKind) =>
    allDue((request) => queryDueItems(table, index, { ...request, limit: 1000 }, (items) => items));
  const { renders, events, deliveries } = {
    renders: await listed(dueItemsIndex.renders),
    events: await listed(dueItemsIndex.outbox),
    deliveries: await listed(dueItemsIndex.deliveries),
  };
  return { renders: renders.length, events: events.length, deliveries: deliveries.length };
}

/**
 * Waits until no work is left that could still change anything. The work moves from a queue through the table and the
 * outbox to the deliveries, and this looks in the same order, so that nothing slips past it.
 *
 * @param seconds more than the 17 s after which the message of a killed worker comes back
 */
export async function waitUntilIdle(service: Service, seconds: number): Promise<void> {
  const { environment, endpoint } = service.stack;
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = environment;
  const credentials = { accessKeyId, secretAccessKey };
  const sqs = new SQSClient({
    endpoint,
    region: environment.AWS_REGION ?? '',
    useQueueUrlAsEndpoint: false,
    credentials,
  });
  try {
    await withTable(service, (table) =>
      until(
        async () => ({ ...(await queued(sqs, environment)), ...(await unfinished(table)) }),
        (left) => Object.values(left).every((count) => count === 0),
        seconds,
        LOOK_EVERY_MS,
      ),
    );
  } finally {
    sqs.destroy();
  }
}
