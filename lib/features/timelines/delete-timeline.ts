import type { Principal } from '#features/accounts/public.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { checkPrecondition, type Precondition } from '#kernel/shared/precondition.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import { createRemovalTombstone } from '#platform/erasure/public.ts';
import { loadTimeline, MAX_TIMELINE_WRITE_ATTEMPTS, type TimelineDeps, timelineVersionTag } from './change-timeline.ts';

/**
 * Deletes a timeline with its slides. The same transaction adds a tombstone, by which the sweeper removes its files and snapshots when no
 * running render needs them. Finished renders remain.
 * @throws ServiceError `timeline_not_found`, `precondition_failed`, `version_conflict` when the timeline keeps changing
 */
export async function deleteTimeline(
  { store, clock, backoff }: TimelineDeps,
  principal: Principal,
  id: string,
  precondition: Precondition = {},
): Promise<void> {
  const exhausted = () => new ServiceError('version_conflict', 'The timeline keeps changing; try again.');
  await retryOnConflict({ attempts: MAX_TIMELINE_WRITE_ATTEMPTS, backoff, exhausted }, async () => {
    const loaded = await loadTimeline(store, principal, id);
    checkPrecondition(precondition, [timelineVersionTag(loaded)]);
    await store.remove(
      loaded,
      createRemovalTombstone(principal.account_id, { kind: 'timeline', timeline_id: id }, clock()),
    );
  });
}
