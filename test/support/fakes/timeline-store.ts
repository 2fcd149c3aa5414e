import type { TimelineStore } from '#features/timelines/ports.ts';
import { bytesOfTimelineFiles } from '#features/timelines/public.ts';
import type { LoadedTimeline } from '#features/timelines/timeline.ts';
import { passesListFilter } from '#kernel/contract/list-filters.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { copyStored } from './copy.ts';
import { memoryLedger } from './ledger.ts';
import { type MemoryTombstones, memoryTombstoneStore } from './tombstone-store.ts';

/**
 * A store of timelines in memory. What is read and what was written share nothing.
 * @param ledger shared with the other stores whose work is counted
 * @param tombstones change with it
 */
export function memoryTimelineStore(
  ledger = memoryLedger(),
  tombstones: MemoryTombstones = memoryTombstoneStore(),
): TimelineStore & { all(): Iterable<LoadedTimeline> } {
  const stored = new Map<string, LoadedTimeline>();
  const keyOf = (accountId: string, timelineId: string) => `${accountId} ${timelineId}`;
  const keep = (loaded: LoadedTimeline) =>
    stored.set(keyOf(loaded.timeline.account_id, loaded.timeline.id), copyStored(loaded));
  const checkVersion = ({ timeline }: LoadedTimeline) => {
    if (stored.get(keyOf(timeline.account_id, timeline.id))?.timeline.version !== timeline.version)
      throw new WriteConflictError('The timeline has another version.');
  };
  return {
    /** What is stored, as it is now. */
    all: () => stored.values(),
    async load(accountId, timelineId) {
      return copyStored(stored.get(keyOf(accountId, timelineId)));
    },
    async list(accountId, { limit, after }, filter = {}) {
      const found = [...stored.values()]
        .map(({ timeline }) => timeline)
        .filter(({ account_id, id }) => account_id === accountId && (after === undefined || id < after))
        .filter((timeline) => passesListFilter(timeline, filter))
        .sort((a, b) => (a.id < b.id ? 1 : -1));
      const items = copyStored(found.slice(0, limit));
      return { items, next: found.length > limit ? items.at(-1)?.id : undefined };
    },
    async insert(loaded, { timelines }, answer) {
      if (stored.has(keyOf(loaded.timeline.account_id, loaded.timeline.id)))
        throw new WriteConflictError('The timeline exists.');
      const added = { timelines: 1, stored_bytes: bytesOfTimelineFiles(loaded) };
      if (!ledger.hold(loaded.timeline.account_id, added, { timelines })) return 'too_many';
      keep(loaded);
      answer?.committed();
      return 'inserted';
    },
    async save({ before, after, tombstones: change }, { stored_bytes }, answer) {
      checkVersion(before);
      const commit = tombstones.prepare(before.timeline.account_id, change);
      const added = { stored_bytes: bytesOfTimelineFiles(after) - bytesOfTimelineFiles(before) };
      if (!ledger.hold(before.timeline.account_id, added, { stored_bytes })) return 'no_room';
      commit();
      keep(after);
      answer?.committed();
      return 'saved';
    },
    async remove(loaded, tombstone) {
      checkVersion(loaded);
      ledger.hold(loaded.timeline.account_id, { timelines: -1, stored_bytes: -bytesOfTimelineFiles(loaded) });
      const commit = tombstones.prepare(loaded.timeline.account_id, { added: tombstone });
      commit();
      stored.delete(keyOf(loaded.timeline.account_id, loaded.timeline.id));
    },
  };
}
