import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { log } from './log.ts';

/** Handles the messages of a batch side by side. Those that failed come back, the others are deleted. */
export const atOnce =
  (handle: (record: SQSRecord) => Promise<void>) =>
  async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const outcomes = await Promise.allSettled(Records.map(async (record) => handle(record)));
    const batchItemFailures = Records.flatMap(({ messageId }, index) => {
      const outcome = outcomes[index];
      if (outcome?.status !== 'rejected') return [];
      log.error('message failed', { messageId, error: outcome.reason });
      return [{ itemIdentifier: messageId }];
    });
    return { batchItemFailures };
  };
