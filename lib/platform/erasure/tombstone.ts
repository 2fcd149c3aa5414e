import { addSeconds, type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { createOpaqueToken } from '#kernel/shared/ids.ts';
import { FILE_LIFETIMES } from '#kernel/shared/lifetimes.ts';
import type { ListDueEntries } from '#platform/recovery/public.ts';

/** Data that must be removed, as a tombstone names it. */
export type DataToRemove =
  /** Files that a timeline no longer names, or does not name yet. */
  | { kind: 'files'; timeline_id: string; keys: string[] }
  /** Files that a template no longer names, or does not name yet. */
  | { kind: 'own_files'; keys: string[] }
  /** Revisions of slides, as `<slide>#<revision>`, unless the timeline names them. */
  | {
      kind: 'slides';
      timeline_id: string;
      refs: string[];
      /** True if their timeline was never created: the bytes of their recordings were not counted. */
      is_uncounted?: boolean | undefined;
    }
  /** Everything of a deleted timeline: items, files, snapshots. */
  | { kind: 'timeline'; timeline_id: string }
  /** The files of a render that its client deleted, and the stored parts from which they were made. */
  | {
      kind: 'render';
      render_id: string;
      timeline_id: string;
      /** Prefixes of the keys of its files. */
      prefixes: string[];
      keys: string[];
      /** Files that unfinished renders may also need. */
      shared_keys: string[];
      /** Times at which it started and ended: files without a recorded maker that were stored for its timeline in between count as the render's. */
      began_at: string;
      ended_at: string;
    }
  /** All speech of deleted slides, and speech by its content address, unless the timeline still uses it. */
  | { kind: 'slide_speech'; timeline_id: string; slides: string[]; hashes: string[] }
  /** Use of speech by a timeline, with the slides that speak it (`speech-use-record.ts`). It is due when the speech may be unused. */
  | { kind: 'speech'; timeline_id: string; said: SlideSpeechReference[]; noted_at: string }
  /** The deliveries of a deleted webhook. */
  | { kind: 'receiver'; receiver_id: string };

/** The content address of speech, and the slide that speaks it; an empty text if the slide is not known. */
export interface SlideSpeechReference {
  hash: string;
  slide_id: string;
}

/**
 * Record of data that must be removed. It is written by the transaction of the change after which nothing names the data, so that no crash
 * loses it. Data that is written before something names it (a file before its slide) gets its tombstone first; the transaction that then
 * names the data removes ("lifts") the tombstone.
 */
export interface Tombstone {
  id: string;
  account_id: string;
  remains: DataToRemove;
  /** Time at which the sweeper removes the data. */
  due_at: string;
  /** True if a sweeper has started to remove the data: the tombstone can no longer be lifted. */
  taken?: boolean | undefined;
}

/** Change of tombstones, in the transaction of the change that causes it. */
export interface TombstoneChange {
  added?: Tombstone | readonly Tombstone[] | undefined;
  /** Ids of tombstones to lift. If one was taken or does not exist any more, the change is refused with a WriteConflictError. */
  lifted?: readonly string[] | undefined;
}

/** Seconds until a tombstone that was taken is due again: after a crash, and while a render needs the data. */
export const TOMBSTONE_RETRY_SECONDS = 300;

/**
 * Seconds from a change to the removal of its data. A request that read the timeline before the change may still start a render of it: a
 * request has 29 seconds.
 */
export const REMOVAL_GRACE_SECONDS = 120;
/** Seconds after which a file that nothing has named counts as abandoned: a request has 29 seconds. */
export const ABANDONED_FILE_SECONDS = 900;
/** Seconds for which a worker may still store files of work that it has started: a function runs for at most 15 minutes. */
export const LATE_WRITE_SECONDS = 1200;

/**
 * Seconds until a file of a template is removed. A render that froze the template may wait and run for more than a day; its snapshot is kept
 * for the same time.
 */
const OWN_FILE_SECONDS = FILE_LIFETIMES['snapshots/'].days * 86_400;

/** Makes the tombstone for the data that a change removes. */
export const createRemovalTombstone = (accountId: string, remains: DataToRemove, now: Date): Tombstone => ({
  id: createOpaqueToken(now),
  account_id: accountId,
  remains,
  due_at: formatUtcTimestamp(addSeconds(now, REMOVAL_GRACE_SECONDS)),
});

/**
 * The id of the tombstone of a file that is to become part of a timeline: it has the token of the file's key, which is unique. The rest of
 * the key is left out, because the last characters of an id choose the shard of the index.
 */
export const fileTombstoneId = (key: string): string => `file-${key.slice(key.lastIndexOf('/') + 1).split('.')[0]}`;

/**
 * Writes the tombstone of a file before the file is written, so that the file is removed unless a change names it in time. The id is
 * `fileTombstoneId(key)`.
 * @param seconds time in which a change has to name it
 */
export async function writeTombstoneBeforeFile(
  { tombstones, clock }: { tombstones: Pick<TombstoneStore, 'insert'>; clock: Clock },
  { account_id, timeline_id }: { account_id: string; timeline_id: string },
  key: string,
  seconds = ABANDONED_FILE_SECONDS,
): Promise<void> {
  await tombstones.insert({
    id: fileTombstoneId(key),
    account_id,
    remains: { kind: 'files', timeline_id, keys: [key] },
    due_at: formatUtcTimestamp(addSeconds(clock(), seconds)),
  });
}

/**
 * The change of tombstones for a change of a timeline's files: the tombstones of added files are lifted, and removed files get one.
 * Undefined if no file was added or removed.
 */
export function tombstonesForFileChange(
  { account_id, timeline_id }: { account_id: string; timeline_id: string },
  before: readonly string[],
  after: readonly string[],
  now: Date,
): TombstoneChange | undefined {
  const keysBefore = new Set(before);
  const keysAfter = new Set(after);
  const keys = [...keysBefore].filter((key) => !keysAfter.has(key));
  const lifted = [...keysAfter].filter((key) => !keysBefore.has(key)).map(fileTombstoneId);
  if (keys.length === 0 && lifted.length === 0) return undefined;
  return {
    lifted,
    ...(keys.length === 0
      ? {}
      : { added: createRemovalTombstone(account_id, { kind: 'files', timeline_id, keys }, now) }),
  };
}

/** Writes the tombstone of a file of a template before the file is written, as `writeTombstoneBeforeFile` does for a timeline. */
export async function writeTemplateFileTombstone(
  { tombstones, clock }: { tombstones: Pick<TombstoneStore, 'insert'>; clock: Clock },
  account_id: string,
  key: string,
): Promise<void> {
  await tombstones.insert({
    id: fileTombstoneId(key),
    account_id,
    remains: { kind: 'own_files', keys: [key] },
    due_at: formatUtcTimestamp(addSeconds(clock(), ABANDONED_FILE_SECONDS)),
  });
}

/** The tombstone of a file that a template no longer names. It is due when no render can need the file any more. */
export const createTemplateFileTombstone = (account_id: string, key: string, now: Date): Tombstone => ({
  id: createOpaqueToken(now),
  account_id,
  remains: { kind: 'own_files', keys: [key] },
  due_at: formatUtcTimestamp(addSeconds(now, OWN_FILE_SECONDS)),
});

/** Store of tombstones. */
export interface TombstoneStore {
  /** Writes a tombstone outside of a change. */
  insert(tombstone: Tombstone): Promise<void>;
  listDue: ListDueEntries<Tombstone>;
  /** Takes a tombstone: it can no longer be lifted, and is due again at `next`. @throws WriteConflictError when it was lifted, or another sweeper has it */
  take(tombstone: Tombstone, next: string): Promise<void>;
  /** Removes a tombstone whose data were removed. */
  remove(tombstone: Tombstone): Promise<void>;
}
