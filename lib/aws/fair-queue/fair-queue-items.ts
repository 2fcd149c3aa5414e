import { z } from 'zod';
import { type HeldSlot, type LineRef, POOL_NAMES, type Ticket } from '../../fair-queue/ticket.ts';
import { itemCodec } from '../table/item.ts';

const line = { account_id: z.string(), pool: z.enum(POOL_NAMES) };

/** The slots of an account with one pool, by the ids of their tickets. */
export interface StoredLine extends LineRef {
  held: Record<string, Omit<HeldSlot, 'id'>>;
}

/** How the slots of a line are stored. Its share bounds the item: 50 slots of some 250 bytes. */
export const lineCodec = itemCodec<StoredLine>('pool_slots').of(
  z.object({
    ...line,
    held: z.record(z.string(), z.object({ message: z.string(), sent_at: z.string(), sends: z.number() })),
  }),
);

/** How a ticket that waits is stored. */
export const ticketCodec = itemCodec<Ticket>('ticket').of(z.object({ ...line, id: z.string(), message: z.string() }));
