import type { Principal } from '#features/accounts/public.ts';
import type { RepositoryPage, RepositoryPageRequest } from '#kernel/contract/pagination.ts';
import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { ServiceError, WriteConflictError } from '#kernel/shared/errors.ts';
import { checkPrecondition, type Precondition } from '#kernel/shared/precondition.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import { cancelRender } from '../cancel-render.ts';
import type { RenderStore } from '../ports.ts';
import type { Render } from '../render.ts';
import type { RenderSlotDeps } from '../render-slots.ts';
import type { Batch, BatchCancelCause } from './batch.ts';
import type { BatchStore } from './ports.ts';
import { renderIdsOfBatchRows } from './row-render.ts';

type BatchOwner = Pick<Principal, 'account_id'>;

/** Reads a batch of an account. @throws ServiceError `batch_not_found`, also for another account's batch */
export async function requireBatch(
  batches: Pick<BatchStore, 'find'>,
  { account_id }: BatchOwner,
  id: string,
): Promise<Batch> {
  const batch = await batches.find(account_id, id);
  if (!batch)
    throw new ServiceError('batch_not_found', 'There is no such batch. GET /batches lists those of the account.');
  return batch;
}

/** A page of the renders of a batch, in the order of its rows; only rows that have started. `after` is the index of the row before the page. */
export async function rendersOfBatch(
  renders: Pick<RenderStore, 'findMany'>,
  batch: Batch,
  { limit, after }: RepositoryPageRequest,
): Promise<RepositoryPage<Render>> {
  const first = after === undefined ? 0 : Number(after) + 1;
  const end = Math.min(batch.begun, first + limit);
  const pageOfRenders = await renders.findMany(batch.account_id, renderIdsOfBatchRows(batch, first, end));
  const items = pageOfRenders.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return { items, next: end < batch.begun ? String(end - 1) : undefined };
}

/** Dependencies of the cancel of a batch. */
export interface CancelBatchDeps extends RenderSlotDeps {
  batches: BatchStore;
}

/** Attempts of a cancel, which collides with the writes of rows that start or end. */
const CONFLICT_ATTEMPTS = 30;

/** Cancels the running and waiting renders of a canceled batch. A second run cancels the remaining ones; renders that have ended are not changed. */
export async function cancelRunningRendersOfBatch(deps: CancelBatchDeps, batch: Batch): Promise<void> {
  const { running, waiting } = await deps.renders.slots(batch.account_id);
  const renderIdsOfRows = new Set(renderIdsOfBatchRows(batch, 0, batch.begun));
  for (const canceledId of [...running, ...waiting].filter((renderId) => renderIdsOfRows.has(renderId)))
    try {
      await cancelRender(deps, batch, canceledId);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
}

/**
 * Cancels a batch: no further row starts, and the running ones are canceled. After a kill in between, the sweeper cancels the remaining
 * rows. A repeated cancel does the rest and returns the canceled batch, without checking its precondition.
 * @throws ServiceError `batch_not_found`; `batch_not_cancelable` for one that is completed; `precondition_failed`
 */
export async function cancelBatch(
  deps: CancelBatchDeps,
  owner: BatchOwner,
  id: string,
  { by = 'client', precondition = {} }: { by?: BatchCancelCause; precondition?: Precondition } = {},
): Promise<Batch> {
  const { batches, clock } = deps;
  const canceled = await retryOnConflict({ attempts: CONFLICT_ATTEMPTS }, async () => {
    const batch = await requireBatch(batches, owner, id);
    if (batch.status !== 'canceled') checkPrecondition(precondition, [batch.status]);
    if (batch.status === 'running') {
      await batches.cancel(batch, formatUtcTimestamp(clock()), by);
      return requireBatch(batches, owner, id);
    }
    return batch;
  });
  if (canceled.status !== 'canceled')
    throw new ServiceError('batch_not_cancelable', 'This batch is completed and can no longer be canceled.');
  await cancelRunningRendersOfBatch(deps, canceled);
  return requireBatch(batches, owner, id);
}

/** Cancels a batch that has reached its time limit. @throws WriteConflictError when it has ended, or was changed meanwhile */
export async function cancelOverdueBatch(deps: CancelBatchDeps, batch: Batch): Promise<void> {
  try {
    await cancelBatch(deps, batch, batch.id, { by: 'time_limit' });
  } catch (error) {
    if (error instanceof ServiceError) throw new WriteConflictError(error.message);
    throw error;
  }
}
