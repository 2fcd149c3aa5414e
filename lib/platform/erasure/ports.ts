import type { SpeechUseRecord } from './speech-use-record.ts';
import type { SlideSpeechReference } from './tombstone.ts';

/** Storage of the files that are removed. */
export interface FileRemover {
  /** The first keys under a prefix, at most 1,000. @param after only keys after this one */
  list(prefix: string, after?: string): Promise<string[]>;
  /** Removes files; one that is gone already is ignored. */
  removeAll(keys: readonly string[]): Promise<void>;
  /** Removes the stored parts of files that were never completed. @returns their number */
  removeUnfinished(prefix: string): Promise<number>;
}

/** A timeline of an account. */
export interface TimelineKey {
  account_id: string;
  timeline_id: string;
}

/** Speech that is marked for removal from a timeline, in the state at that moment. */
export interface SpeechMarkedForRemoval {
  hash: string;
  token: string;
  /** Bytes that are counted for it, and the month in whose usage they are, as `yyyy-mm`. */
  size_bytes: number;
  counted_at: string;
  /** All timelines that use it. */
  timelines: ReadonlySet<string>;
}

/** Reason why speech was not marked for removal; see `UnusedSpeechRemover.mark`. */
export type SpeechRemovalRefusal = 'unemptied' | 'removed' | 'absent' | 'busy';

/** The operations on stored speech that its removal needs. Speech of earlier versions has no record of its use, and is never removed by them. */
export interface UnusedSpeechRemover {
  /** The records of speech that a timeline uses, or that one of its renders or slides (`source`) uses. Strongly consistent. */
  uses(place: TimelineKey & { source?: string | undefined }): Promise<SpeechUseRecord[]>;
  /** The content addresses of the present narration of the slides of a timeline, in any status; empty for a deleted timeline. */
  saidBySlides(place: TimelineKey): Promise<Set<string>>;
  /**
   * Marks speech that a timeline uses for removal. @param usedBefore only speech that was last used before this time
   * @returns the marked speech; `unemptied`: removed, but its files may still exist; `removed`: its files were removed, but a late worker
   * may have written one since; `absent`: not stored; `busy`: used since `usedBefore`. Speech that only other timelines use is in no list.
   */
  mark(
    place: TimelineKey,
    hashes: readonly string[],
    token: string,
    usedBefore?: string,
  ): Promise<{ marked: SpeechMarkedForRemoval[] } & Record<SpeechRemovalRefusal, string[]>>;
  /**
   * Removes a timeline from the users of marked speech. If it was the last user, the speech is removed, with the bytes that are counted for
   * it, and cannot be synthesized again until its files are removed.
   * @returns `last`: the caller has to remove its files; `changed`: it was changed since it was marked
   */
  leave(place: TimelineKey, marked: SpeechMarkedForRemoval, at: string): Promise<'last' | 'used_by_others' | 'changed'>;
  /** Records that speech which is not stored is removed, and that its files may still exist. @returns false when it is stored by now */
  bury(place: TimelineKey, hash: string, at: string): Promise<boolean>;
  /** Records that the files of removed speech were removed: workers that start after this can synthesize it again. */
  noteEmpty(place: TimelineKey, hash: string, at: string): Promise<void>;
  /** Records that speech was used, unless it was removed. */
  noteUsed(place: TimelineKey, hash: string, at: string): Promise<void>;
  /**
   * Ends the work on a record of use that was taken: it lists only `staying` from now on, or is removed if that is empty. It does nothing
   * when another process has taken the record.
   * @param dueAt time at which it is due again
   */
  settle(taken: SpeechUseRecord, staying: readonly SlideSpeechReference[], dueAt: string): Promise<void>;
}

/** Operations that remove items, page by page. Each continues where a killed one stopped. */
export interface TombstonedItemRemover {
  /**
   * Removes revisions of slides that the timeline does not name, with the audio of slides that no longer exist.
   * @param isCounted true if the bytes of that audio were counted for the account
   */
  removeRevisions(accountId: string, timelineId: string, refs: readonly string[], isCounted: boolean): Promise<void>;
  /** Removes all items of a deleted timeline. */
  removeTimeline(accountId: string, timelineId: string): Promise<void>;
  removeDeliveries(accountId: string, receiverId: string): Promise<void>;
  /**
   * Removes the encoded parts that a render made, and those without a recorded maker that were stored for its timeline during the render.
   * Another render that would have used them encodes them again.
   * @param removeFiles removes their files; it is called before the items are removed, so that the names are still known after a kill
   */
  removeArtifacts(
    render: { account_id: string; timeline_id: string; render_id: string },
    time: { from: string; to: string },
    removeFiles: (keys: readonly string[]) => Promise<void>,
  ): Promise<void>;
  /** Removes all encoded parts that were stored for a timeline, in the same way. */
  removeAllArtifacts(place: TimelineKey, removeFiles: (keys: readonly string[]) => Promise<void>): Promise<void>;
}

/** A timeline, a render or a receiver of an account, whose items are in a separate partition of the table. */
export interface SeparateAccountPartition {
  kind: 'timeline' | 'render' | 'receiver';
  id: string;
}

/** The names of the lists of an account's partitions. `remembered` is the list of those that were recorded by `remember`. */
export const SEPARATE_ACCOUNT_PARTITION_LISTS = [
  'timelines',
  'renders',
  'webhooks',
  'tombstones',
  'remembered',
] as const;
/** The name of a list of account partitions. */
export type SeparateAccountPartitionListName = (typeof SEPARATE_ACCOUNT_PARTITION_LISTS)[number];

/** One page of a list of account partitions. */
export interface SeparateAccountPartitionsPage {
  places: SeparateAccountPartition[];
  /** Ids of the tombstones that name them; absent for other lists, whose entries are removed with the places. */
  tombstones?: readonly string[];
  next?: string | undefined;
}

/**
 * Operations that erase all items of an account. Each removes a part, so that the work can stop after it, and continues where a killed one
 * stopped.
 */
export interface AccountItemRemover {
  /** A page of places, in the order in which they are to be emptied. @param after `next` of the page before it */
  listPlaces(
    accountId: string,
    list: SeparateAccountPartitionListName,
    after?: string,
  ): Promise<SeparateAccountPartitionsPage>;
  /** Removes tombstones, whose places were emptied. */
  removeTombstones(accountId: string, ids: readonly string[]): Promise<void>;
  /** Records places, because the items that name them may be removed with the others. */
  remember(accountId: string, places: readonly SeparateAccountPartition[]): Promise<void>;
  forget(accountId: string, places: readonly SeparateAccountPartition[]): Promise<void>;
  /** Removes a page of the items of a place; the item that names the place in a list is removed last. @returns their number; 0: none is left */
  removeSomeOf(accountId: string, place: SeparateAccountPartition): Promise<number>;
  /**
   * Removes a page of the items that are found by the account id alone, except the accounting record, the counted months and the remembered
   * places. @returns their number; 0: none is left
   */
  removeSomeOwn(accountId: string): Promise<number>;
}
