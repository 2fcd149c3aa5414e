import { z } from 'zod';
import {
  type AccountQueue,
  type FairQueueSlot,
  type FairQueueTicket,
  POOL_NAMES,
} from '#platform/fair-queue/public.ts';
import { createItemCodec } from '../table/item.ts';

const queueFields = { account_id: z.string(), pool: z.enum(POOL_NAMES) };

/** The slots that an account has taken in one pool. */
export interface AccountSlotsInPool extends AccountQueue {
  /** Taken slots, by the ids of their tickets. */
  held: Record<string, Omit<FairQueueSlot, 'id'>>;
  /** Time of the sweeper's first check that found no taken slot. Absent: a slot is taken, or the sweeper has not checked. */
  empty_since?: string | undefined;
}

/**
 * Stored form of the slots of an account's queue for a pool. The item exists from the first taken slot until the sweeper has found none
 * taken for a while. The account's share bounds its size: 50 slots of about 90 bytes. It is in no index because it is written twice for
 * each unit of work.
 */
export const accountSlotsInPoolCodec = createItemCodec<AccountSlotsInPool>('pool_slots').of(
  z.object({
    ...queueFields,
    held: z.record(z.string(), z.object({ sent_at: z.string(), sends: z.number() })),
    empty_since: z.string().optional(),
  }),
);

/** Stored form of the entry in the sweeper's index for an account's queue, which exists as long as the item of its slots. */
export const dueAccountQueueCodec = createItemCodec<AccountQueue>('pool_line').of(z.object(queueFields));

/** Stored form of a ticket: a unit of work of an account that waits for a slot of a pool or runs in one. */
export const queueTicketCodec = createItemCodec<FairQueueTicket>('ticket').of(
  z.object({ ...queueFields, id: z.string(), message: z.string() }),
);
