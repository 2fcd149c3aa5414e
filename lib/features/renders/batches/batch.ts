import { type MonthlyAmounts, type Plan, roundToMilliseconds } from '#features/accounts/public.ts';
import type { RenderSlots } from '../ports.ts';
import type { Render, RenderOutput, SealedSecret } from '../render.ts';

/** The statuses of a batch. */
export const BATCH_STATUSES = ['running', 'completed', 'canceled'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** Reasons why a batch was canceled: by its client, or because rows had not started in time. */
export const BATCH_CANCEL_CAUSES = ['client', 'time_limit'] as const;
export type BatchCancelCause = (typeof BATCH_CANCEL_CAUSES)[number];

/**
 * Seconds after which rows that have not started are canceled. The batch's file, and replaced files of its template, are kept for three
 * days, so that the last row can still wait and run for a day.
 */
export const MAX_BATCH_ROW_WAIT_SECONDS = 48 * 3600;

/** Numbers of started rows of a batch by state. Each of these rows has a render, whose transactions change the counts. */
export interface StartedRowCounts {
  running: number;
  completed: number;
  failed: number;
  canceled: number;
}

/** A batch: many renders of one timeline, which was frozen when the batch was created. */
export interface Batch extends StartedRowCounts {
  id: string;
  account_id: string;
  /** The plan of the account at the creation of the batch; its limits apply to all rows. */
  plan: Plan;
  timeline_id: string;
  timeline_version: number;
  status: BatchStatus;
  output: RenderOutput;
  narration: Render['narration'];
  webhook_url?: string | undefined;
  webhook_secret?: SealedSecret | undefined;
  /** Number of rows. */
  total: number;
  /** Number of rows that have started. Rows start in their order: this is also the index of the next row, from 0. */
  begun: number;
  /**
   * Seconds that are reserved, in the month of `created_at`, for the rows that have not started. Absent when an earlier version of the
   * program, without such reservations, created the batch.
   */
  reserved_seconds?: number | undefined;
  reserved_characters?: number | undefined;
  created_at: string;
  /** Time at which rows that have not started are canceled. */
  begins_until: string;
  /** Reason why it was canceled; absent: it was not canceled, or was canceled by a version of the program without such reasons. */
  canceled_by?: BatchCancelCause | undefined;
  /** Time at which its last row ended. */
  completed_at?: string | undefined;
}

/** One row of a batch, as the client sent it. */
export interface BatchRow {
  variables: Readonly<Record<string, string | null>>;
  external_id?: string | undefined;
  metadata?: Record<string, string> | undefined;
  /** Address that receives the events of its render; absent: that of the batch. */
  webhook_url?: string | undefined;
}

/** Numbers of rows of a batch by state. */
export interface BatchRowCounts extends StartedRowCounts {
  total: number;
  waiting: number;
}

/** Counts the rows of a batch by state; each row is in one state. Rows that a canceled batch never started count as canceled. */
export function countsOfBatchRows({
  status,
  total,
  begun,
  running,
  completed,
  failed,
  canceled,
}: Batch): BatchRowCounts {
  const notBegun = total - begun;
  const waiting = status === 'canceled' ? 0 : notBegun;
  return { total, waiting, running, completed, failed, canceled: canceled + notBegun - waiting };
}

/** Reports whether a batch has no running row, and no row that will start. */
export const isBatchOver = ({ status, total, begun, running }: Batch): boolean =>
  running === 0 && (status === 'canceled' || begun === total);

/** The batch after one of its running rows has ended. Pure. */
export function batchAfterRowEnded(batch: Batch, outcome: 'completed' | 'failed' | 'canceled', at: string): Batch {
  return completedIfOver({ ...batch, running: batch.running - 1, [outcome]: batch[outcome] + 1 }, at);
}

/** The amounts that are reserved for the rows of a batch that have not started. */
export const amountsReservedForWaitingRows = ({
  reserved_seconds = 0,
  reserved_characters = 0,
}: Batch): MonthlyAmounts => ({
  render_seconds: reserved_seconds,
  narration_characters: reserved_characters,
});

/** The batch without a row's share of its reservation. Pure. */
export const batchWithoutRowReservation = (batch: Batch, share: MonthlyAmounts): Batch =>
  batch.reserved_seconds === undefined
    ? batch
    : {
        ...batch,
        reserved_seconds: roundToMilliseconds(batch.reserved_seconds - share.render_seconds),
        reserved_characters: (batch.reserved_characters ?? 0) - share.narration_characters,
      };

/** The batch after its next row failed to start: the row counts as failed, and its share is no longer reserved. Pure. */
export const batchAfterRowFailed = (batch: Batch, share: MonthlyAmounts, at: string): Batch =>
  completedIfOver(
    { ...batchWithoutRowReservation(batch, share), begun: batch.begun + 1, failed: batch.failed + 1 },
    at,
  );

/** The batch after a cancel: no further row starts, and nothing is reserved for them. Pure. */
export const batchAfterCancel = (batch: Batch, at: string): Batch => ({
  ...batchWithoutRowReservation(batch, amountsReservedForWaitingRows(batch)),
  status: 'canceled',
  ...(batch.running === 0 ? { completed_at: at } : {}),
});

/** The batch, completed at this time if it is over. */
function completedIfOver(batch: Batch, at: string): Batch {
  if (!isBatchOver(batch)) return batch;
  return { ...batch, status: batch.status === 'canceled' ? 'canceled' : 'completed', completed_at: at };
}

/** The number of rows of an account that may start now; 0 while other renders of the account wait, because these come first. Pure. */
export const startableBatchRowCount = ({ running, waiting, limit }: RenderSlots): number =>
  waiting.length > 0 ? 0 : Math.max(0, limit - running.length);

/**
 * Reports whether a batch has a row that may start. The first row runs alone, so that parts that all rows have in common are made only
 * once.
 */
const hasNextRow = ({ status, begun, total, running }: Batch): boolean =>
  status === 'running' && begun < total && (begun === 0 || begun > running);

/**
 * Chooses the batch whose next row starts: the one with the fewest running rows, then the oldest; undefined if no row may start. While
 * other renders of the account wait, at most one row of its batches is admitted; it waits among them, sorted by the age of its batch. So
 * neither new renders nor batches can block each other for ever. Pure.
 */
export function chooseBatchForNextRow(slots: RenderSlots, openBatches: readonly Batch[]): Batch | undefined {
  const isBlocked =
    slots.waiting.length > 0 ? openBatches.some(({ running }) => running > 0) : startableBatchRowCount(slots) === 0;
  if (isBlocked) return undefined;
  return openBatches
    .filter(hasNextRow)
    .toSorted((a, b) => a.running - b.running || (a.id < b.id ? -1 : 1))
    .at(0);
}
