import type { Principal } from '../accounts/public.ts';
import { ServiceError, WriteConflict } from '../shared/errors.ts';
import { fileKeys, loadTimeline, type TimelineDeps, TRIES } from './change-timeline.ts';

/** Deletes a timeline with its slides and their files. Finished renders stay; running ones froze what they need. */
export async function deleteTimeline(
  { store, files, backoff }: TimelineDeps,
  principal: Principal,
  id: string,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const loaded = await loadTimeline(store, principal, id);
    try {
      await store.remove(loaded);
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      if (attempt >= TRIES) throw new ServiceError('version_conflict', 'The timeline keeps changing; try again.');
      await backoff(attempt);
      continue;
    }
    await files.trash(fileKeys(loaded));
    return;
  }
}
