import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { eventOf } from '../../lib/aws/outbox-record.ts';
import { dispatchTools } from '../../lib/runtime/events.ts';
import { log } from '../../lib/runtime/log.ts';
import { dispatchEvent } from '../../lib/webhooks/dispatch-event.ts';

/** Stops at the first record that fails: the stream hands on what comes from there again, in order. */
export const handler = async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  for (const record of Records) {
    try {
      await dispatchEvent(dispatchTools(), eventOf(record));
    } catch (error) {
      log.error('event not dispatched', { eventID: record.eventID, error });
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
    }
  }
  return { batchItemFailures: [] };
};
