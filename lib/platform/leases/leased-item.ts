import { z } from 'zod';
import { POSTPONEMENT_REASONS, type PostponementCounts } from './postponement-counts.ts';

/** Claims and messages of an item of work. */
export interface LeasedItem {
  /** Number of claims by workers; only the worker that claimed it last may write the result. */
  attempt: number;
  /** Number of attempts that ended in an error; the others were postponed, or their workers died. Absent: 0. */
  failures?: number | undefined;
  /** Number of claims that are allowed: one more for each postponement, which does not count. Absent: never postponed. */
  claims_allowed?: number | undefined;
  /** Number of postponements by reason. Absent: none. */
  postponed?: PostponementCounts | undefined;
  /** End of the lease. Absent: no worker has it. */
  lease_until?: string | undefined;
  /** Id of the message that the worker with the lease received. */
  message_id?: string | undefined;
  /** Time at which a message for it was last sent. */
  enqueued_at: string;
  /** Number of messages that the sweeper has sent for it since it was last claimed. Absent: 0. */
  sent_again?: number | undefined;
}

/** Schemas of the fields of LeasedItem in an item of the table. */
export const leasedItemFieldSchemas = {
  attempt: z.int().min(0),
  failures: z.int().min(0).optional(),
  claims_allowed: z.int().min(1).optional(),
  postponed: z.partialRecord(z.enum(POSTPONEMENT_REASONS), z.int().min(1)).optional(),
  lease_until: z.string().optional(),
  message_id: z.string().optional(),
  enqueued_at: z.string(),
  sent_again: z.int().min(0).optional(),
} satisfies Record<keyof LeasedItem, z.ZodType>;
