import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { z } from 'zod';
import { RENDER_EVENTS, type Render, type RenderEvent } from '../../renders/public.ts';
import { plusSeconds, timestamp } from '../../shared/clock.ts';
import { itemCodec } from '../table/item.ts';
import type { Item } from '../table/table.ts';

/** The stream hands an event on within a second. After this many seconds the sweeper dispatches it. */
const DISPATCH_SECONDS = 60;

/** When the sweeper dispatches an event that the stream lost. */
export const dispatchDue = (event: Pick<RenderEvent, 'created_at'>): string =>
  timestamp(plusSeconds(new Date(event.created_at), DISPATCH_SECONDS));

/** How an event is stored. The body that its deliveries share is an attribute of the same item. */
export const outboxCodec = itemCodec<RenderEvent>('outbox').of(
  z.object({
    event: z.enum(RENDER_EVENTS),
    event_id: z.string(),
    created_at: z.string(),
    account_id: z.string(),
    // Written in the same transaction as the render itself, which has a schema of its own.
    render: z.custom<Render>((value) => typeof value === 'object' && value !== null && 'id' in value),
  }),
);

/** The event in an item of the outbox. @throws Error for an item that holds none. */
export function outboxEvent(item: Item | undefined): RenderEvent {
  try {
    return outboxCodec.parse(item ?? {});
  } catch (error) {
    throw new Error('this is no event of the outbox', { cause: error });
  }
}

/** The event in a record of the table's stream. @throws Error for a record that holds none. */
export function eventOf(record: DynamoDBRecord): RenderEvent {
  const image = record.dynamodb?.NewImage;
  return outboxEvent(image && unmarshall(image as Record<string, AttributeValue>));
}
