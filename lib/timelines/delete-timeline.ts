import type { Principal } from '../accounts/public.ts';
import { ServiceError } from '../shared/errors.ts';
import { retryOnConflict } from '../shared/retry-on-conflict.ts';
import { CONFLICT_ATTEMPTS, fileKeys, loadTimeline, type TimelineDeps } from './change-timeline.ts';

/** Deletes a timeline with its slides and their files. Finished renders stay; running ones froze what they need. */
export async function deleteTimeline(
  { store, files, backoff }: TimelineDeps,
  principal: Principal,
  id: string,
): Promise<void> {
  const exhausted = () => new ServiceError('version_conflict', 'The timeline keeps changing; try again.');
  const removed = await retryOnConflict({ attempts: CONFLICT_ATTEMPTS, backoff, exhausted }, async () => {
    const loaded = await loadTimeline(store, principal, id);
    await store.remove(loaded);
    return loaded;
  });
  await files.trash(fileKeys(removed));
}
