import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { eventOf } from '../../lib/aws/outbox-record.ts';
import { dispatchDeps } from '../../lib/runtime/events.ts';
import { log } from '../../lib/runtime/log.ts';
import { dispatchEvent } from '../../lib/webhooks/dispatch-event.ts';

/**
 * Dispatches the events of a batch concurrently and names the first that failed: the stream repeats the batch from
 * there. Events after it that were dispatched are not dispatched again.
 */
export const handler = async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const dispatched = await Promise.allSettled(
    Records.map(async (record) => dispatchEvent(dispatchDeps(), eventOf(record))),
  );
  const failed = Records.filter((record, index) => {
    const outcome = dispatched[index];
    if (outcome?.status !== 'rejected') return false;
    log.error('event not dispatched', { eventID: record.eventID, error: outcome.reason });
    return true;
  });
  return {
    batchItemFailures: failed.slice(0, 1).map(({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber ?? '' })),
  };
};
