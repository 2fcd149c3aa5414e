import { randomUUID } from 'node:crypto';
import type { DynamoDBRecord } from 'aws-lambda';
import { streamRecordEpochSeconds, streamRecordSequenceNumber } from './to-lambda-stream-record.ts';

/** Records that were given up, and the reason. */
export interface DiscardedStreamRecords {
  records: readonly DynamoDBRecord[];
  condition: 'RetryAttemptsExhausted' | 'RecordAgeExceeded';
  /** Number of invocations with a batch that had these records. */
  invokeCount: number;
  /** True if the last invocation ended in an error; false if it reported failed items. */
  functionFailed: boolean;
}

/** The function and the shard of the records. */
export interface DiscardedRecordsSource {
  functionArn: string;
  streamArn: string;
  shardId: string;
}

/** ISO 8601 without fractions, as Lambda writes arrival times. */
const secondPrecisionTimestamp = (epochSeconds: number): string =>
  new Date(epochSeconds * 1000).toISOString().replace('.000Z', 'Z');

/**
 * Makes the message that Lambda sends to the on-failure destination of a stream: the position of the records, without their content.
 * @param nowMs the current time in milliseconds since the epoch
 * @throws Error if `records` is empty
 */
export function createOnFailureMessage(
  { records, condition, invokeCount, functionFailed }: DiscardedStreamRecords,
  source: DiscardedRecordsSource,
  nowMs: number,
) {
  const firstRecord = records[0];
  const lastRecord = records.at(-1);
  if (firstRecord === undefined || lastRecord === undefined)
    throw new Error('a failure message is about at least one record');
  const { functionArn, shardId, streamArn } = source;
  return {
    requestContext: { requestId: randomUUID(), functionArn, condition, approximateInvokeCount: invokeCount },
    // A record that was too old before its first attempt has no response.
    ...(invokeCount === 0
      ? {}
      : {
          responseContext: {
            statusCode: 200,
            executedVersion: '$LATEST',
            ...(functionFailed ? { functionError: 'Unhandled' } : {}),
          },
        }),
    version: '1.0',
    timestamp: new Date(nowMs).toISOString(),
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: streamRecordSequenceNumber(firstRecord),
      endSequenceNumber: streamRecordSequenceNumber(lastRecord),
      approximateArrivalOfFirstRecord: secondPrecisionTimestamp(
        streamRecordEpochSeconds(firstRecord) ?? Math.floor(nowMs / 1000),
      ),
      approximateArrivalOfLastRecord: secondPrecisionTimestamp(
        streamRecordEpochSeconds(lastRecord) ?? Math.floor(nowMs / 1000),
      ),
      batchSize: records.length,
      streamArn,
    },
  };
}
