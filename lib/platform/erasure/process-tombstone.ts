import { addSeconds, type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { interleaveByGroup } from '#kernel/shared/interleave-by-group.ts';
import {
  derivedPictureKeysOfTimeline,
  timelineFilesPrefix,
  timelineSnapshotsPrefix,
} from '#kernel/shared/storage-keys.ts';
import type { RecoverySweep } from '#platform/recovery/public.ts';
import type { FileRemover, TombstonedItemRemover, UnusedSpeechRemover } from './ports.ts';
import { removeFilesUnder } from './remove-files.ts';
import { removeSpeechAfterDeletion, removeUnusedSpeech } from './remove-speech-after-deletion.ts';
import { isSpeechUseTombstone } from './speech-use-record.ts';
import { TOMBSTONE_RETRY_SECONDS, type Tombstone, type TombstoneStore } from './tombstone.ts';

/** Ports of the sweep of tombstones. */
export interface SweepTombstonesDeps {
  tombstones: TombstoneStore;
  items: TombstonedItemRemover;
  speech: UnusedSpeechRemover;
  files: FileRemover;
  /** Reports whether a render of a timeline, or a copy of the account's videos, has not ended and so needs its files. Strongly consistent. */
  isNeeded(accountId: string, timelineId: string): Promise<boolean>;
  clock: Clock;
}

/**
 * Removes the data of a tombstone.
 * @returns false when a part of it is still needed, so that the removal is repeated later, and for a use of speech, which keeps its own record
 */
async function removeRemains(deps: SweepTombstonesDeps, tombstone: Tombstone): Promise<boolean> {
  const { items, files, isNeeded } = deps;
  const { account_id, remains } = tombstone;
  switch (remains.kind) {
    case 'speech':
      if (isSpeechUseTombstone(tombstone)) await removeUnusedSpeech(deps, tombstone);
      return false;
    case 'slide_speech': {
      const { timeline_id, slides, hashes } = remains;
      return removeSpeechAfterDeletion(deps, { account_id, timeline_id }, { slides, hashes }, false);
    }
    case 'receiver':
      await items.removeDeliveries(account_id, remains.receiver_id);
      return true;
    case 'own_files':
      await files.removeAll(remains.keys);
      return true;
    case 'slides':
      await items.removeRevisions(account_id, remains.timeline_id, remains.refs, remains.is_uncounted !== true);
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
      const isSpeechReleased = await removeSpeechAfterDeletion(
        deps,
        { account_id, timeline_id },
        { source: render_id },
        false,
      );
      if (shared_keys.length === 0) return isSpeechReleased;
      if (await isNeeded(account_id, timeline_id)) return false;
      await files.removeAll(shared_keys);
      return isSpeechReleased;
    }
    case 'files':
      if (await isNeeded(account_id, remains.timeline_id)) return false;
      await files.removeAll(remains.keys);
      return true;
    case 'timeline': {
      const { timeline_id } = remains;
      await items.removeTimeline(account_id, timeline_id);
      await files.removeAll(derivedPictureKeysOfTimeline(account_id, timeline_id));
      if (await isNeeded(account_id, timeline_id)) return false;
      await removeFilesUnder(files, timelineFilesPrefix(account_id, timeline_id));
      await removeFilesUnder(files, timelineSnapshotsPrefix(account_id, timeline_id));
      await items.removeAllArtifacts({ account_id, timeline_id }, (found) => files.removeAll(found));
      return removeSpeechAfterDeletion(deps, { account_id, timeline_id }, {}, true);
    }
  }
}

/**
 * Processes one tombstone: takes it, removes its data, and removes the tombstone last. After a kill in between it is due again; removing
 * data a second time changes nothing.
 * @returns true if it is done; false while a render needs the data
 * @throws WriteConflictError when it was lifted meanwhile, or another sweeper has it
 */
export async function processTombstone(deps: SweepTombstonesDeps, tombstone: Tombstone): Promise<boolean> {
  const due_at = formatUtcTimestamp(addSeconds(deps.clock(), TOMBSTONE_RETRY_SECONDS));
  await deps.tombstones.take(tombstone, due_at);
  const isDone = await removeRemains(deps, { ...tombstone, due_at, taken: true });
  if (isDone) await deps.tombstones.remove(tombstone);
  return isDone;
}

/**
 * Removes the data of the tombstones that are due.
 * @due 2 min after the change; 15 min after a file was announced
 */
export const tombstonesSweep = (deps: SweepTombstonesDeps): RecoverySweep<Tombstone> => ({
  name: 'tombstones',
  listDue: (page) => deps.tombstones.listDue(page),
  arrange: (entries) => interleaveByGroup([...entries], ({ account_id }) => account_id),
  take: async (tombstone) => void (await processTombstone(deps, tombstone)),
  describe: ({ account_id, id }) => ({ account_id, tombstone: id }),
});
