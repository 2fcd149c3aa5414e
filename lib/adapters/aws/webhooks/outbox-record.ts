import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { RenderEvent } from '#features/renders/public.ts';
import { WrittenByNewerVersionError } from '#kernel/shared/errors.ts';
import { outboxCodec } from '../renders/outbox-items.ts';
import type { TableItem } from '../table/table.ts';

/** Reads the event in an item of the outbox. @throws WrittenByNewerVersionError; Error for an item without an event */
export function outboxEventOfItem(item: TableItem | undefined): RenderEvent {
  try {
    return outboxCodec.parse(item ?? {});
  } catch (error) {
    if (error instanceof WrittenByNewerVersionError) throw error;
    throw new Error('this is not an event of the outbox', { cause: error });
  }
}

/** Reads the event in a record of the table's stream. @throws WrittenByNewerVersionError; Error for a record without an event */
export function outboxEventOfStreamRecord(record: DynamoDBRecord): RenderEvent {
  const image = record.dynamodb?.NewImage;
  return outboxEventOfItem(image && unmarshall(image as Record<string, AttributeValue>));
}
