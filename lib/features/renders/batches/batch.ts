import { exactSeconds, type MonthlyAmounts, type Plan } from '#features/accounts/public.ts';
import type { RenderSlots } from '../ports.ts';
import type { Render, RenderOutput, SealedSecret } from '../render.ts';

export const BATCH_STATUSES = ['running', 'completed', 'canceled'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** Reasons why a batch was canceled: by its client, or because rows had not started in time. */
export const BATCH_CANCEL_CAUSES = ['client', 'time_limit'] as const;
export type BatchCancelCause = (typeof BATCH_CANCEL_CAUSES)[number];

/**
 * Rows that have not started after this time, in seconds, are canceled. A file of a template is kept for three days after it was
 * replaced, and so is the file of a batch: the last row may still wait and run for a day.
 */
export const BATCH_SECONDS = 48 * 3600;

/** Counts of the started rows of a batch: each has a render, and is counted in the transaction that changes its render. */
export interface RowsBegun {
  running: number;
  completed: number;
  failed: number;
  canceled: number;
}

/** Many renders of one timeline, which was frozen when the batch was made. */
export interface Batch extends RowsBegun {
  id: string;
  account_id: string;
  /** Plan of the account when the batch was made: its limits apply to the rows, as long as the account has access at all. */
  plan: Plan;
  timeline_id: string;
  timeline_version: number;
  status: BatchStatus;
  output: RenderOutput;
  narration: Render['narration'];
  webhook_url?: string | undefined;
  webhook_secret?: SealedSecret | undefined;
  /** Number of its rows. */
  total: number;
  /** Number of rows that have started, in their order. The next one to start has this index. */
  begun: number;
  /**
   * Seconds that are reserved, in the month of `created_at`, for the rows that have not started. Absent in a batch that was made before
   * rows had reservations.
   */
  reserved_seconds?: number | undefined;
  reserved_characters?: number | undefined;
  created_at: string;
  /** Rows that have not started by then are canceled. */
  begins_until: string;
  /** Reason why it was canceled; absent: it was not, or by an earlier version. */
  canceled_by?: BatchCancelCause | undefined;
  /** Time at which its last row ended. */
  completed_at?: string | undefined;
}

/** One row, as its client gave it. */
export interface BatchRow {
  variables: Readonly<Record<string, string | null>>;
  external_id?: string | undefined;
  metadata?: Record<string, string> | undefined;
  /** Address that receives the events of its render; absent: that of the batch. */
  webhook_url?: string | undefined;
}

export interface BatchCounts extends RowsBegun {
  total: number;
  waiting: number;
}

/** The rows of a batch by their state: each of them in one. The rows that a canceled batch never started are canceled. */
export function countsOf({ status, total, begun, running, completed, failed, canceled }: Batch): BatchCounts {
  const left = total - begun;
  const waiting = status === 'canceled' ? 0 : left;
  return { total, waiting, running, completed, failed, canceled: canceled + left - waiting };
}

/** Reports whether nothing of a batch is left to do: neither does a row run, nor will one start. */
export const isOver = ({ status, total, begun, running }: Batch): boolean =>
  running === 0 && (status === 'canceled' || begun === total);

/** A batch after one of its running rows has ended. Pure. */
export function afterEndOfRow(batch: Batch, outcome: 'completed' | 'failed' | 'canceled', at: string): Batch {
  return ended({ ...batch, running: batch.running - 1, [outcome]: batch[outcome] + 1 }, at);
}

/** Amounts reserved for the rows of a batch that have not started. */
export const reservedFor = ({ reserved_seconds = 0, reserved_characters = 0 }: Batch): MonthlyAmounts => ({
  render_seconds: reserved_seconds,
  narration_characters: reserved_characters,
});

/** A batch that no longer reserves the share of a row. Pure. */
export const withoutShare = (batch: Batch, share: MonthlyAmounts): Batch =>
  batch.reserved_seconds === undefined
    ? batch
    : {
        ...batch,
        reserved_seconds: exactSeconds(batch.reserved_seconds - share.render_seconds),
        reserved_characters: (batch.reserved_characters ?? 0) - share.narration_characters,
      };

/** A batch whose next row could not start: it is failed, and its share of what was reserved is free. Pure. */
export const afterFailedRow = (batch: Batch, share: MonthlyAmounts, at: string): Batch =>
  ended({ ...withoutShare(batch, share), begun: batch.begun + 1, failed: batch.failed + 1 }, at);

/** A batch of which no row starts any more: nothing is reserved for them. Pure. */
export const afterCancel = (batch: Batch, at: string): Batch => ({
  ...withoutShare(batch, reservedFor(batch)),
  status: 'canceled',
  ...(batch.running === 0 ? { completed_at: at } : {}),
});

function ended(batch: Batch, at: string): Batch {
  if (!isOver(batch)) return batch;
  return { ...batch, status: batch.status === 'canceled' ? 'canceled' : 'completed', completed_at: at };
}

/** Number of rows of an account that may start now. Renders that the account requested one by one go first. Pure. */
export const freePlaces = ({ running, waiting, limit }: RenderSlots): number =>
  waiting.length > 0 ? 0 : Math.max(0, limit - running.length);

/**
 * Reports whether a batch has a row that may start. The first row runs alone: what all rows share is made once then, and not by as many
 * as the plan lets run.
 */
const hasNextRow = ({ status, begun, total, running }: Batch): boolean =>
  status === 'running' && begun < total && (begun === 0 || begun > running);

/**
 * The batch whose next row starts: of those that have one, the one with the fewest rows running, then the oldest. While renders of the
 * account wait, one row of its batches waits among them, by the age of its batch: renders that keep coming do not hold a batch up for
 * ever, and a batch does not hold them up. Pure.
 */
export function nextBatch(slots: RenderSlots, open: readonly Batch[]): Batch | undefined {
  const isHeldUp = slots.waiting.length > 0 ? open.some(({ running }) => running > 0) : freePlaces(slots) === 0;
  if (isHeldUp) return undefined;
  return open
    .filter(hasNextRow)
    .toSorted((a, b) => a.running - b.running || (a.id < b.id ? -1 : 1))
    .at(0);
}
