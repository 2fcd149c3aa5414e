import type { SQSRecord } from 'aws-lambda';
import { changeMessageVisibility } from '#adapters/aws/queues.ts';
import { config, sharedServices } from './services.ts';

/** Makes a function that hides a message of a queue for a number of seconds from now. */
export const createSqsMessageHider =
  (queue: keyof ReturnType<typeof config>['queues'], record: SQSRecord) =>
  (seconds: number): Promise<void> =>
    changeMessageVisibility(sharedServices().clients.sqs, config().queues[queue], record.receiptHandle, seconds);
