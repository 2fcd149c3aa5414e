import type { _Record, AttributeValue as StreamValue } from '@aws-sdk/client-dynamodb-streams';
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Converts a value of the SDK to that of an event, which has base64 instead of bytes. */
function attributeValue(value: StreamValue): AttributeValue {
  if (value.B !== undefined) return { B: base64(value.B) };
  if (value.BS !== undefined) return { BS: value.BS.map(base64) };
  if (value.L !== undefined) return { L: value.L.map(attributeValue) };
  if (value.M !== undefined) return { M: image(value.M) };
  return value as AttributeValue;
}

function image(values: Record<string, StreamValue>): Record<string, AttributeValue> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, attributeValue(value)]));
}

/** Makes the record that Lambda passes to a function. */
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
        : { ApproximateCreationDateTime: Math.floor(ApproximateCreationDateTime.getTime() / 1000) }),
      ...(Keys === undefined ? {} : { Keys: image(Keys) }),
      ...(NewImage === undefined ? {} : { NewImage: image(NewImage) }),
      ...(OldImage === undefined ? {} : { OldImage: image(OldImage) }),
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
