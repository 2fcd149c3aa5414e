import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type {
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  SQSBatchResponse,
  SQSEvent,
  SQSRecord,
} from 'aws-lambda';
import { log } from './log.ts';

// A batch of which every record failed is answered like any other: the records are reported, the function has not failed.
const OPTIONS = { throwOnFullBatchFailure: false } as const;

/** Logs the error of a record, then hands it to the batch processor, which reports the record. */
const logged =
  <Record>(handle: (record: Record) => Promise<void>, idOf: (record: Record) => string | undefined) =>
  async (record: Record): Promise<void> => {
    try {
      await handle(record);
    } catch (error) {
      log.error('record failed', { record: idOf(record), error });
      throw error;
    }
  };

/** The handler of a queue. Handles the messages of a batch concurrently; those that failed return, the others are deleted. */
export const batchHandler = (handle: (record: SQSRecord) => Promise<void>) => {
  const handleRecord = logged(handle, ({ messageId }) => messageId);
  // A processor keeps the state of one batch.
  return async (event: SQSEvent): Promise<SQSBatchResponse> =>
    processPartialResponse(event, handleRecord, new BatchProcessor(EventType.SQS), OPTIONS);
};

/**
 * The handler of a table's stream. Handles the records of a batch concurrently; the stream repeats the batch from the first
 * one that failed, so records after it may be handled twice.
 */
export const streamHandler = (handle: (record: DynamoDBRecord) => Promise<void>) => {
  const handleRecord = logged(handle, ({ eventID }) => eventID);
  return async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
    processPartialResponse(event, handleRecord, new BatchProcessor(EventType.DynamoDBStreams), OPTIONS);
};
