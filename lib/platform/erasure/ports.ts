import type { SpeechUse } from './speech-use.ts';
import type { SaidSpeech } from './tombstone.ts';

/** Files that are to go. */
export interface ErasedFiles {
  /** The first keys under a prefix, at most 1,000. @param after the first ones after this key */
  list(prefix: string, after?: string): Promise<string[]>;
  /** Removes files; one that is gone already is ignored. */
  removeAll(keys: readonly string[]): Promise<void>;
  /** Removes the stored parts of files that were never completed. @returns their number */
  removeUnfinished(prefix: string): Promise<number>;
}

/** A timeline of an account. */
export interface TimelinePlace {
  account_id: string;
  timeline_id: string;
}

/** Speech that is marked as about to leave a timeline, as it was when it was marked. */
export interface MarkedSpeech {
  hash: string;
  token: string;
  /** Bytes that are counted for it, and the month in whose usage they are, as `yyyy-mm`. */
  size_bytes: number;
  counted_at: string;
  /** All timelines that use it. */
  timelines: ReadonlySet<string>;
}

/** Reason why speech is not marked. */
export type Unmarked = 'unemptied' | 'removed' | 'absent' | 'busy';

/** Store of the speech that timelines use, as far as its removal needs it. Speech of earlier versions has no record of its use, and stays. */
export interface RemainingSpeech {
  /** The notes of what a timeline uses; of one render or slide of it, where `source` says so. Strongly consistent. */
  uses(place: TimelinePlace & { source?: string | undefined }): Promise<SpeechUse[]>;
  /** The addresses of the narration that the slides of a timeline have now, whatever its status; none of a deleted one. */
  saidBySlides(place: TimelinePlace): Promise<Set<string>>;
  /**
   * Marks speech that a timeline uses. @param usedBefore only what was used before this time
   * @returns what was marked; `unemptied`: removed, but its files may be there; `removed`: its files were removed a while ago, a
   * late worker may have written one since; `absent`: not stored; `busy`: used since. What others alone use is in none of them.
   */
  mark(
    place: TimelinePlace,
    hashes: readonly string[],
    token: string,
    usedBefore?: string,
  ): Promise<{ marked: MarkedSpeech[] } & Record<Unmarked, string[]>>;
  /**
   * Takes marked speech from a timeline. The last one's removes it, with the bytes that are counted for it; from then on it
   * cannot be spoken until its files are gone.
   * @returns `last`: its files are to be removed; `changed`: it is no longer as it was marked
   */
  leave(place: TimelinePlace, marked: MarkedSpeech, at: string): Promise<'last' | 'used_by_others' | 'changed'>;
  /** Says that speech which is not stored is removed, as `leave` does, and its files are not. @returns false when it is stored by now */
  bury(place: TimelinePlace, hash: string, at: string): Promise<boolean>;
  /** The files of removed speech are gone: it can be spoken again, by those who start after this. */
  noteEmpty(place: TimelinePlace, hash: string, at: string): Promise<void>;
  /** Records that speech was used, unless it was removed. */
  noteUsed(place: TimelinePlace, hash: string, at: string): Promise<void>;
  /**
   * Ends the work on a note that was taken: it says from now on what stays, or goes. Nothing happens when another process has taken it.
   * @param dueAt when it is due again
   */
  settle(taken: SpeechUse, staying: readonly SaidSpeech[], dueAt: string): Promise<void>;
}

/** Items that are to go. Each act continues where a killed one stopped, in pages. */
export interface RemainingItems {
  /**
   * Removes revisions of slides, with the audio of slides that are gone, except what the timeline names.
   * @param isCounted whether the account was counted the bytes of that audio
   */
  removeRevisions(accountId: string, timelineId: string, refs: readonly string[], isCounted: boolean): Promise<void>;
  /** Removes all items of a deleted timeline. */
  removeTimeline(accountId: string, timelineId: string): Promise<void>;
  removeDeliveries(accountId: string, receiverId: string): Promise<void>;
  /**
   * Removes the encoded parts that a render made, and those without a maker that were stored for its timeline in its time.
   * Another render that would use them encodes them again.
   * @param removeFiles removes their files; it comes first, so that a killed removal still finds the names of the rest
   */
  removeArtifacts(
    render: { account_id: string; timeline_id: string; render_id: string },
    time: { from: string; to: string },
    removeFiles: (keys: readonly string[]) => Promise<void>,
  ): Promise<void>;
  /** Removes all encoded parts that were stored for a timeline, in the same way. */
  removeAllArtifacts(place: TimelinePlace, removeFiles: (keys: readonly string[]) => Promise<void>): Promise<void>;
}

/** Something of an account whose items lie in their own partition. */
export interface Place {
  kind: 'timeline' | 'render' | 'receiver';
  id: string;
}

/** The lists of an account that name places; `remembered` are those that `remember` was notified of. */
export const PLACE_LISTS = ['timelines', 'renders', 'webhooks', 'tombstones', 'remembered'] as const;
export type PlaceList = (typeof PLACE_LISTS)[number];

export interface PlacePage {
  places: Place[];
  /** The tombstones that name them; those of other lists go with the places. */
  tombstones?: readonly string[];
  next?: string | undefined;
}

/**
 * All items of an account, to be erased. Every act removes a part, so that the work can stop after each, and continues where
 * a killed one stopped.
 */
export interface AccountItems {
  /** A page of places, in the order in which they are to be emptied. @param after `next` of the page before it */
  listPlaces(accountId: string, list: PlaceList, after?: string): Promise<PlacePage>;
  /** Removes tombstones, whose places were emptied. */
  removeTombstones(accountId: string, ids: readonly string[]): Promise<void>;
  /** Notes places, whose names may go with their items. */
  remember(accountId: string, places: readonly Place[]): Promise<void>;
  forget(accountId: string, places: readonly Place[]): Promise<void>;
  /** Removes a page of the items of a place; what names the place in a list goes last. @returns how many; 0: none is left */
  removeSomeOf(accountId: string, place: Place): Promise<number>;
  /**
   * Removes a page of everything that the id of the account alone leads to, except the accounting record, the counted months
   * and the remembered places. @returns how many items; 0: none is left
   */
  removeSomeOwn(accountId: string): Promise<number>;
}
