import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { RenderEvent } from '#features/renders/public.ts';
import { NewerVersion } from '#kernel/shared/errors.ts';
import { outboxCodec } from '../renders/outbox-items.ts';
import type { Item } from '../table/table.ts';

/** The event in an item of the outbox. @throws NewerVersion; Error for an item that has none. */
export function outboxEvent(item: Item | undefined): RenderEvent {
  try {
    return outboxCodec.parse(item ?? {});
  } catch (error) {
    if (error instanceof NewerVersion) throw error;
    throw new Error('this is no event of the outbox', { cause: error });
  }
}

/** The event in a record of the table's stream. @throws Error for a record that has none. */
export function eventOf(record: DynamoDBRecord): RenderEvent {
  const image = record.dynamodb?.NewImage;
  return outboxEvent(image && unmarshall(image as Record<string, AttributeValue>));
}
