import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { RENDER_EVENTS, type RenderEvent } from '../renders/public.ts';
import { plusSeconds, timestamp } from '../shared/clock.ts';
import { entityOf } from './table/item.ts';
import type { Item } from './table/table.ts';

/** The stream hands an event on within a second; one that nobody dispatched after so many seconds the sweeper does. */
const DISPATCH_SECONDS = 60;

/** From when on the sweeper dispatches an event. */
export const dispatchDue = (event: Pick<RenderEvent, 'created_at'>): string =>
  timestamp(plusSeconds(new Date(event.created_at), DISPATCH_SECONDS));

const isEvent = (item: Item): boolean =>
  item.entity === 'outbox' &&
  RENDER_EVENTS.some((event) => event === item.event) &&
  [item.event_id, item.account_id, item.created_at].every((value) => typeof value === 'string') &&
  typeof item.render === 'object' &&
  item.render !== null &&
  'id' in item.render;

/** The event that an item of the outbox holds. @throws Error for an item that holds none. */
export function outboxEvent(item: Item | undefined): RenderEvent {
  if (!item || !isEvent(item)) throw new Error('this is no event of the outbox');
  const { event, event_id, created_at, account_id, render } = entityOf<RenderEvent>(item);
  return { event, event_id, created_at, account_id, render };
}

/** The event in a record of the table's stream. @throws Error for a record that holds none. */
export function eventOf(record: DynamoDBRecord): RenderEvent {
  const image = record.dynamodb?.NewImage;
  return outboxEvent(image && unmarshall(image as Record<string, AttributeValue>));
}
