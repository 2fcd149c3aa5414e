import type { PlanLimits } from '#features/accounts/public.ts';
import type { CreationTimeFilter, RepositoryPage, RepositoryPageRequest } from '#kernel/contract/pagination.ts';
import type { PreparedIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import type { ListDueEntries } from '#platform/recovery/public.ts';
import type { RefusedReservation } from '../ports.ts';
import type { Batch, BatchCancelCause, BatchStatus } from './batch.ts';

/** A batch that is not over, for the sweeper to check. */
export interface DueBatch {
  batch: Batch;
  /** Its sort key in the index of the sweeper. */
  listed_as: string;
}

/**
 * Store of batches. The transactions of renders (`insertRow`, `complete`, `fail`, `cancel` of `RenderStore`) count the rows that start and
 * end. A change whose condition is no longer met throws WriteConflictError.
 */
export interface BatchStore {
  /**
   * Inserts a batch, and reserves the amounts of its rows (`amountsReservedForWaitingRows`) in its month. Nothing is written when the month has too little
   * left, or the account has too many open batches, or was deleted after the request started.
   */
  insert(
    batch: Batch,
    limits: Pick<
      PlanLimits,
      'open_batches' | 'running_renders' | 'render_seconds_per_month' | 'narration_characters_per_month'
    >,
    answer?: PreparedIdempotentAnswer,
  ): Promise<'inserted' | 'too_many' | 'account_deleted' | RefusedReservation>;
  /** Finds a batch of an account; strongly consistent. */
  find(accountId: string, id: string): Promise<Batch | undefined>;
  /** Batches that exist, in no particular order; strongly consistent. */
  findMany(accountId: string, ids: readonly string[]): Promise<Batch[]>;
  /** Lists the batches of an account, newest first. */
  list(
    accountId: string,
    filter: CreationTimeFilter & { status?: BatchStatus | undefined },
    page: RepositoryPageRequest,
  ): Promise<RepositoryPage<Batch>>;
  /**
   * Cancels a batch: no further row starts, and the amounts reserved for such rows are released.
   * @param batch as it was read
   * @throws WriteConflictError when it has changed since
   */
  cancel(batch: Batch, at: string, by: BatchCancelCause): Promise<void>;
  /** Lists batches whose next check is due. */
  listDue: ListDueEntries<DueBatch>;
  /** Sets the time of the next check. @throws WriteConflictError when another sweeper was first, or the batch is over */
  noteCheck(due: DueBatch, next: string): Promise<void>;
}

/** Sends requests to start rows of an account's batches in its free slots. */
export interface BatchQueue {
  send(accountId: string): Promise<void>;
}
