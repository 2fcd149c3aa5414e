import { z } from 'zod';
import { POSTPONEMENT_REASONS, type Postponements } from './postponements.ts';

/** Claims and messages of an item of work. */
export interface LeasedItem {
  /** How often a worker claimed it; only the worker that claimed it last may write the result. */
  attempt: number;
  /** How many of these attempts ended in an error; the others were postponed, or their workers vanished. Absent: none. */
  failures?: number | undefined;
  /** How often it may be claimed, one more for each postponement: those do not count. Absent: never postponed. */
  claims_allowed?: number | undefined;
  /** How often it was put off, by the reason. Absent: never. */
  postponed?: Postponements | undefined;
  lease_until?: string | undefined;
  /** Id of the message that the worker holding the lease received. */
  message_id?: string | undefined;
  /** When a message for it was last sent. */
  enqueued_at: string;
  /** How many messages the sweeper sent for it since it was last claimed. Absent: none. */
  sent_again?: number | undefined;
}

/** The same as an item has it. */
export const leasedItemFields = {
  attempt: z.int().min(0),
  failures: z.int().min(0).optional(),
  claims_allowed: z.int().min(1).optional(),
  postponed: z.partialRecord(z.enum(POSTPONEMENT_REASONS), z.int().min(1)).optional(),
  lease_until: z.string().optional(),
  message_id: z.string().optional(),
  enqueued_at: z.string(),
  sent_again: z.int().min(0).optional(),
} satisfies Record<keyof LeasedItem, z.ZodType>;
