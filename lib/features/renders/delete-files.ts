import type { Principal } from '#features/accounts/public.ts';
import { type Clock, timestamp } from '#kernel/shared/clock.ts';
import { ServiceError, unlessConflict, unlessUnavailable } from '#kernel/shared/errors.ts';
import { checkPrecondition, type Precondition } from '#kernel/shared/precondition.ts';
import { renderOutputs, renderWork, storageKeys } from '#kernel/shared/storage-keys.ts';
import { type ErasedFiles, type Tombstone, tombstoneFor } from '#platform/erasure/public.ts';
import { findRender } from './get-render.ts';
import type { RenderStore } from './ports.ts';
import { filesOf, isTerminal, type Render, retentionDays } from './render.ts';

export interface DeleteFilesDeps {
  renders: Pick<RenderStore, 'find' | 'deleteFiles'>;
  files: Pick<ErasedFiles, 'removeAll'>;
  clock: Clock;
}

/** Data that must be removed with the files of a render: everything made from its content. */
function remainsOf({ account_id, id, timeline_id, batch_id, ...render }: Render, now: Date): Tombstone {
  const at = timestamp(now);
  return tombstoneFor(
    account_id,
    {
      kind: 'render',
      render_id: id,
      timeline_id,
      prefixes: [renderOutputs(retentionDays(render), account_id, id), renderWork(account_id, id)],
      keys: [render.snapshot_key],
      // The rows of a batch are in one file, which the rows that have not started need.
      shared_keys: batch_id === undefined ? [] : [storageKeys.frozenBatch(account_id, timeline_id, batch_id)],
      began_at: render.started_at ?? render.created_at,
      // A worker that is stopped may store what it has just encoded.
      ended_at: render.completed_at === undefined || render.status !== 'completed' ? at : render.completed_at,
    },
    now,
  );
}

/**
 * Deletes the files of a render that has ended. The write that notes it leaves a tombstone, by which the sweeper removes all that its
 * content went into; what clients can fetch goes with the request. Killed in between, or repeated, it ends the same.
 * @throws ServiceError `render_not_found`; `render_running` before its end; `precondition_failed`
 */
export async function deleteRenderFiles(
  { renders, files, clock }: DeleteFilesDeps,
  principal: Pick<Principal, 'account_id'>,
  id: string,
  precondition: Precondition = {},
): Promise<Render> {
  const render = await findRender(renders, principal, id);
  // A render that has ended keeps its status: no write can come in between. Repeated with the same tag it answers the same.
  checkPrecondition(precondition, [render.status]);
  if (!isTerminal(render.status))
    throw new ServiceError(
      'render_running',
      `This render is ${render.status}. Cancel it with \`DELETE /renders/${id}\`, or wait for its end, and delete its files then.`,
    );
  const now = clock();
  if (render.files_deleted_at === undefined)
    await unlessConflict(() => renders.deleteFiles(render, timestamp(now), remainsOf(render, now)));
  const { result } = render;
  // The sweeper removes them otherwise.
  if (result) await unlessUnavailable(() => files.removeAll(filesOf(result)));
  return findRender(renders, principal, id);
}
