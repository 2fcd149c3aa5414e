import type { Duty } from '../recovery/duty.ts';
import { type Clock, plusSeconds, timestamp } from '../shared/clock.ts';
import { interleaveBy } from '../shared/interleave-by.ts';
import { timelineFiles, timelineSnapshots } from '../shared/storage-keys.ts';
import type { ErasedFiles, RemainingItems } from './ports.ts';
import { removeFilesUnder } from './remove-files.ts';
import type { Tombstone, TombstoneStore } from './tombstone.ts';

export interface WorkOffDeps {
  tombstones: TombstoneStore;
  items: RemainingItems;
  files: ErasedFiles;
  /** Whether a render that has not ended needs what it froze of a timeline. Strongly consistent. */
  isNeeded(accountId: string, timelineId: string): Promise<boolean>;
  clock: Clock;
}

/** Seconds until a tombstone is tried again: after a crash, and while a render needs what it names. */
const RETRY_SECONDS = 300;

/** @returns false when a render still needs something of it */
async function removeRemains(deps: WorkOffDeps, { account_id, remains }: Tombstone): Promise<boolean> {
  const { items, files, isNeeded } = deps;
  switch (remains.kind) {
    case 'receiver':
      await items.removeDeliveries(account_id, remains.receiver_id);
      return true;
    case 'own_files':
      await files.removeAll(remains.keys);
      return true;
    case 'slides':
      await items.removeRevisions(account_id, remains.timeline_id, remains.refs);
      return true;
    case 'render': {
      const { render_id, timeline_id, prefixes, keys, shared_keys, began_at, ended_at } = remains;
      for (const prefix of prefixes) {
        await files.removeUnfinished(prefix);
        await removeFilesUnder(files, prefix);
      }
      await files.removeAll(keys);
      const render = { account_id, timeline_id, render_id };
      await items.removeArtifacts(render, { from: began_at, to: ended_at }, (found) => files.removeAll(found));
      if (shared_keys.length === 0) return true;
      if (await isNeeded(account_id, timeline_id)) return false;
      await files.removeAll(shared_keys);
      return true;
    }
    case 'files':
      if (await isNeeded(account_id, remains.timeline_id)) return false;
      await files.removeAll(remains.keys);
      return true;
    case 'timeline':
      await items.removeTimeline(account_id, remains.timeline_id);
      if (await isNeeded(account_id, remains.timeline_id)) return false;
      await removeFilesUnder(files, timelineFiles(account_id, remains.timeline_id));
      await removeFilesUnder(files, timelineSnapshots(account_id, remains.timeline_id));
      return true;
  }
}

/**
 * Works one tombstone off: takes it, removes what it names, and removes it last. Killed in between, it is due again, and
 * removing what is gone already changes nothing.
 * @returns whether it is done; false while a render needs what it names
 * @throws WriteConflict when it was lifted meanwhile, or another sweeper has it
 */
export async function workOff(deps: WorkOffDeps, tombstone: Tombstone): Promise<boolean> {
  await deps.tombstones.take(tombstone, timestamp(plusSeconds(deps.clock(), RETRY_SECONDS)));
  const isDone = await removeRemains(deps, tombstone);
  if (isDone) await deps.tombstones.remove(tombstone);
  return isDone;
}

/** Works off the tombstones that are due. */
export const tombstonesDuty = (deps: WorkOffDeps): Duty<Tombstone> => ({
  name: 'tombstones',
  listDue: (page) => deps.tombstones.listDue(page),
  arrange: (entries) => interleaveBy([...entries], ({ account_id }) => account_id),
  take: async (tombstone) => void (await workOff(deps, tombstone)),
  describe: ({ account_id, id }) => ({ account_id, tombstone: id }),
});
