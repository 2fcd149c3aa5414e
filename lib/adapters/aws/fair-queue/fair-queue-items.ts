import { z } from 'zod';
import { type AccountQueue, type HeldSlot, POOL_NAMES, type Ticket } from '#platform/fair-queue/public.ts';
import { itemCodec } from '../table/item.ts';

const line = { account_id: z.string(), pool: z.enum(POOL_NAMES) };

/** The slots of an account with one pool, by the ids of their tickets. */
export interface StoredSlots extends AccountQueue {
  held: Record<string, Omit<HeldSlot, 'id'>>;
  /** Time since which the sweeper has seen no taken slot. Absent: one is taken, or it has not checked. */
  empty_since?: string | undefined;
}

/**
 * Stored form of the slots of a line: from the first one that is taken until the sweeper has found none for a while. Its
 * share bounds the item: 50 slots of some 90 bytes. It is in no index, for it is written twice for each unit of work.
 */
export const slotsCodec = itemCodec<StoredSlots>('pool_slots').of(
  z.object({
    ...line,
    held: z.record(z.string(), z.object({ sent_at: z.string(), sends: z.number() })),
    empty_since: z.string().optional(),
  }),
);

/** Stored form of the sweeper's entry of a line, which is there as long as its slots are. */
export const lineCodec = itemCodec<AccountQueue>('pool_line').of(z.object(line));

/** Stored form of a ticket. */
export const ticketCodec = itemCodec<Ticket>('ticket').of(z.object({ ...line, id: z.string(), message: z.string() }));
