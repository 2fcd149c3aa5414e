import type { _Record, AttributeValue as StreamValue } from '@aws-sdk/client-dynamodb-streams';
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Converts an attribute value of the SDK to that of a Lambda event, in which bytes are base64. */
function toAttributeValue(value: StreamValue): AttributeValue {
  if (value.B !== undefined) return { B: base64(value.B) };
  if (value.BS !== undefined) return { BS: value.BS.map(base64) };
  if (value.L !== undefined) return { L: value.L.map(toAttributeValue) };
  if (value.M !== undefined) return { M: toAttributeMap(value.M) };
  return value as AttributeValue;
}

/** Converts the attributes of an item or of a map. */
function toAttributeMap(values: Record<string, StreamValue>): Record<string, AttributeValue> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toAttributeValue(value)]));
}

/**
 * Makes the record that Lambda passes to a function from a record of a DynamoDB stream. Fields that the stream leaves out get their
 * default values.
 */
export function toLambdaStreamRecord(record: _Record, streamArn: string, region: string): DynamoDBRecord {
  const { Keys, NewImage, OldImage, ApproximateCreationDateTime, SequenceNumber, SizeBytes, StreamViewType } =
    record.dynamodb ?? {};
  return {
    eventID: record.eventID ?? '',
    eventName: record.eventName ?? 'MODIFY',
    eventVersion: record.eventVersion ?? '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: region,
    dynamodb: {
      ...(ApproximateCreationDateTime === undefined
        ? {}
        : // Lambda has whole seconds.
          { ApproximateCreationDateTime: Math.floor(ApproximateCreationDateTime.getTime() / 1000) }),
      ...(Keys === undefined ? {} : { Keys: toAttributeMap(Keys) }),
      ...(NewImage === undefined ? {} : { NewImage: toAttributeMap(NewImage) }),
      ...(OldImage === undefined ? {} : { OldImage: toAttributeMap(OldImage) }),
      SequenceNumber: SequenceNumber ?? '',
      SizeBytes: SizeBytes ?? 0,
      StreamViewType: StreamViewType ?? 'NEW_AND_OLD_IMAGES',
    },
    eventSourceARN: streamArn,
    ...(record.userIdentity === undefined
      ? {}
      : { userIdentity: { type: record.userIdentity.Type, principalId: record.userIdentity.PrincipalId } }),
  };
}

/** The position of a record in its shard; empty if the stream gave none. */
export const streamRecordSequenceNumber = (record: DynamoDBRecord): string => record.dynamodb?.SequenceNumber ?? '';

/** The time of a record in seconds since the epoch; undefined if the stream gave none. */
export const streamRecordEpochSeconds = (record: DynamoDBRecord): number | undefined =>
  record.dynamodb?.ApproximateCreationDateTime;
