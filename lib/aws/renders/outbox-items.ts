import { z } from 'zod';
import { RENDER_EVENTS, type RenderEvent } from '../../renders/public.ts';
import { plusSeconds, timestamp } from '../../shared/clock.ts';
import { itemCodec } from '../table/item.ts';
import { storedRender } from './render-items.ts';

/** The stream hands an event on within a second. After this many seconds the sweeper dispatches it. */
const DISPATCH_SECONDS = 60;

/** When the sweeper dispatches an event that the stream lost. */
export const sweepDispatchAt = (event: Pick<RenderEvent, 'created_at'>): string =>
  timestamp(plusSeconds(new Date(event.created_at), DISPATCH_SECONDS));

/** How an event is stored. The body that its deliveries share is an attribute of the same item. */
export const outboxCodec = itemCodec<RenderEvent>('outbox').of(
  z.object({
    event: z.enum(RENDER_EVENTS),
    event_id: z.string(),
    created_at: z.string(),
    account_id: z.string(),
    render: storedRender,
  }),
);
