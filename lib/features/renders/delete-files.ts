import type { Principal } from '#features/accounts/public.ts';
import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { attemptConditionalWrite, runIgnoringUnavailability, ServiceError } from '#kernel/shared/errors.ts';
import { checkPrecondition, type Precondition } from '#kernel/shared/precondition.ts';
import { renderOutputsPrefix, renderWorkPrefix, storageKeys } from '#kernel/shared/storage-keys.ts';
import { createRemovalTombstone, type FileRemover, type Tombstone } from '#platform/erasure/public.ts';
import { requireRender } from './get-render.ts';
import type { RenderStore } from './ports.ts';
import { fileKeysOfRenderResult, fileRetentionDaysOfRender, isTerminalRenderStatus, type Render } from './render.ts';

/** Dependencies of the deletion of a render's files. */
export interface DeleteRenderFilesDeps {
  renders: Pick<RenderStore, 'find' | 'deleteFiles'>;
  files: Pick<FileRemover, 'removeAll'>;
  clock: Clock;
}

/** The tombstone for everything that was made from the content of a render. */
function tombstoneOf({ account_id, id, timeline_id, batch_id, ...render }: Render, now: Date): Tombstone {
  const timestamp = formatUtcTimestamp(now);
  return createRemovalTombstone(
    account_id,
    {
      kind: 'render',
      render_id: id,
      timeline_id,
      prefixes: [
        renderOutputsPrefix(fileRetentionDaysOfRender(render), account_id, id),
        renderWorkPrefix(account_id, id),
      ],
      keys: [render.snapshot_key],
      // The file of a batch has all rows; rows that have not started still need it.
      shared_keys: batch_id === undefined ? [] : [storageKeys.frozenBatch(account_id, timeline_id, batch_id)],
      began_at: render.started_at ?? render.created_at,
      // Up to now, because a worker that was stopped may still have stored its encoded parts.
      ended_at: render.completed_at === undefined || render.status !== 'completed' ? timestamp : render.completed_at,
    },
    now,
  );
}

/**
 * Deletes the files of a render that has ended. The request itself deletes the output files; the tombstone of its write makes the sweeper
 * remove everything else that was made from the render's content. After a kill, or a repetition, the result is the same.
 * @throws ServiceError `render_not_found`; `render_running` before its end; `precondition_failed`
 */
export async function deleteRenderFiles(
  { renders, files, clock }: DeleteRenderFilesDeps,
  principal: Pick<Principal, 'account_id'>,
  id: string,
  precondition: Precondition = {},
): Promise<Render> {
  const render = await requireRender(renders, principal, id);
  // An ended render keeps its status, so the precondition remains true until the write, and for a repeated request.
  checkPrecondition(precondition, [render.status]);
  if (!isTerminalRenderStatus(render.status))
    throw new ServiceError(
      'render_running',
      `This render is ${render.status}. Cancel it with \`DELETE /renders/${id}\`, or wait for its end, and delete its files then.`,
    );
  const now = clock();
  if (render.files_deleted_at === undefined)
    await attemptConditionalWrite(() => renders.deleteFiles(render, formatUtcTimestamp(now), tombstoneOf(render, now)));
  const { result } = render;
  // If this fails, the sweeper removes them.
  if (result) await runIgnoringUnavailability(() => files.removeAll(fileKeysOfRenderResult(result)));
  return requireRender(renders, principal, id);
}
