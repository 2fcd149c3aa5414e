import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { RenderEvent } from '../renders/events.ts';
import { entityOf } from './table/item.ts';

/** The event in a record of the table's stream. @throws Error for a record that holds none. */
export function eventOf(record: DynamoDBRecord): RenderEvent {
  const image = record.dynamodb?.NewImage;
  const item = image && unmarshall(image as Record<string, AttributeValue>);
  if (item?.entity !== 'outbox' || typeof item.event_id !== 'string' || typeof item.render !== 'object')
    throw new Error('this record is no event of the outbox');
  return entityOf<RenderEvent>(item);
}
