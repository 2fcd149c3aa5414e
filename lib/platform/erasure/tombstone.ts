import { type Clock, plusSeconds, timestamp } from '#kernel/shared/clock.ts';
import { newToken } from '#kernel/shared/ids.ts';
import { FILE_LIFETIMES } from '#kernel/shared/lifetimes.ts';
import type { ListDue } from '#platform/recovery/public.ts';

/** Data that must be removed, as a tombstone names it. */
export type Remains =
  /** Files that a timeline no longer names, or does not name yet. */
  | { kind: 'files'; timeline_id: string; keys: string[] }
  /** Files that a template no longer names, or does not name yet. */
  | { kind: 'own_files'; keys: string[] }
  /** Revisions of slides, as `<slide>#<revision>`, unless the timeline names them. */
  | {
      kind: 'slides';
      timeline_id: string;
      refs: string[];
      /** True if they are of a timeline that was never made: the bytes of their recordings were not counted. */
      is_uncounted?: boolean | undefined;
    }
  /** Everything of a deleted timeline: items, files, snapshots. */
  | { kind: 'timeline'; timeline_id: string }
  /** The files of a render whose client deleted them, and what was kept to make them. */
  | {
      kind: 'render';
      render_id: string;
      timeline_id: string;
      /** Prefixes of the keys of its files. */
      prefixes: string[];
      keys: string[];
      /** Files that renders which have not ended may need, too. */
      shared_keys: string[];
      /** Times at which it was started and ended: files that were stored for its timeline in that time, and name no maker, count as the render's. */
      began_at: string;
      ended_at: string;
    }
  /** All speech of deleted slides, and speech by its address; unless the timeline still uses it. */
  | { kind: 'slide_speech'; timeline_id: string; slides: string[]; hashes: string[] }
  /** Use of speech by a timeline, with the slides that speak it (`speech-use.ts`). It is due when the speech may be unused. */
  | { kind: 'speech'; timeline_id: string; said: SaidSpeech[]; noted_at: string }
  /** The deliveries of a deleted webhook. */
  | { kind: 'receiver'; receiver_id: string };

/** Speech by its address, and the slide that speaks it; an empty text if the slide is not known. */
export interface SaidSpeech {
  hash: string;
  slide_id: string;
}

/**
 * Record of data that must be removed. The transaction of the change after which nothing names the data writes it, so no crash loses
 * it. Data that exists before something names it (a file before its slide) gets its tombstone first, and the transaction that names the
 * data lifts the tombstone.
 */
export interface Tombstone {
  id: string;
  account_id: string;
  remains: Remains;
  /** Time at which the sweeper works it off. */
  due_at: string;
  /** True if a sweeper has started to remove the data: then it can no longer be lifted. */
  taken?: boolean | undefined;
}

/** Change of tombstones, in the transaction of the change that causes it. */
export interface TombstoneChange {
  added?: Tombstone | readonly Tombstone[] | undefined;
  /** Ids of tombstones to lift. One that was taken, or is gone, refuses the change with a WriteConflict. */
  lifted?: readonly string[] | undefined;
}

/** Seconds until a tombstone is due again: after a crash, and while a render needs what it names. */
export const RETRY_SECONDS = 300;

/**
 * Seconds after a change after which its remains are removed. A request that read the timeline before the change may still start a
 * render of it: a request has 29 seconds.
 */
export const GRACE_SECONDS = 120;
/** Seconds after which a file that nothing has named counts as abandoned: a request has 29 seconds. */
export const ABANDONED_SECONDS = 900;
/** Seconds for which a worker may still store files of work that it has started: a function runs for at most 15 minutes. */
export const LATE_SECONDS = 1200;

/**
 * Seconds until a file of a template is removed: a render that froze the template may wait and run for more than a day, and its
 * snapshot is kept this long.
 */
const OWN_FILE_SECONDS = FILE_LIFETIMES['snapshots/'].days * 86_400;

/** Makes the tombstone for the data that a change removes. */
export const tombstoneFor = (accountId: string, remains: Remains, now: Date): Tombstone => ({
  id: newToken(now),
  account_id: accountId,
  remains,
  due_at: timestamp(plusSeconds(now, GRACE_SECONDS)),
});

/**
 * Id of the tombstone of a file that is on its way into a timeline: the token in its key, which is unique. The rest of the key is left
 * out, because the last characters of an id choose the shard of the index.
 */
export const fileTombstoneId = (key: string): string => `file-${key.slice(key.lastIndexOf('/') + 1).split('.')[0]}`;

/**
 * Announces a file that is about to be written, so that it is removed unless a change names it in time. The id is
 * `fileTombstoneId(key)`.
 * @param seconds time in which a change may name it
 */
export async function announceFile(
  { tombstones, clock }: { tombstones: Pick<TombstoneStore, 'insert'>; clock: Clock },
  { account_id, timeline_id }: { account_id: string; timeline_id: string },
  key: string,
  seconds = ABANDONED_SECONDS,
): Promise<void> {
  await tombstones.insert({
    id: fileTombstoneId(key),
    account_id,
    remains: { kind: 'files', timeline_id, keys: [key] },
    due_at: timestamp(plusSeconds(clock(), seconds)),
  });
}

/**
 * Change of tombstones when the files of a timeline change: those of added files are lifted, and removed files get one.
 * undefined if no file was added or removed.
 */
export function tombstonesOfFiles(
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
    ...(keys.length === 0 ? {} : { added: tombstoneFor(account_id, { kind: 'files', timeline_id, keys }, now) }),
  };
}

/** Announces a file of a template, as `announceFile` does for a timeline. */
export async function announceAccountFile(
  { tombstones, clock }: { tombstones: Pick<TombstoneStore, 'insert'>; clock: Clock },
  account_id: string,
  key: string,
): Promise<void> {
  await tombstones.insert({
    id: fileTombstoneId(key),
    account_id,
    remains: { kind: 'own_files', keys: [key] },
    due_at: timestamp(plusSeconds(clock(), ABANDONED_SECONDS)),
  });
}

/** A tombstone for a file that a template named. */
export const tombstoneOfFile = (account_id: string, key: string, now: Date): Tombstone => ({
  id: newToken(now),
  account_id,
  remains: { kind: 'own_files', keys: [key] },
  due_at: timestamp(plusSeconds(now, OWN_FILE_SECONDS)),
});

/** Store of tombstones. */
export interface TombstoneStore {
  /** Writes a tombstone outside of a change. */
  insert(tombstone: Tombstone): Promise<void>;
  listDue: ListDue<Tombstone>;
  /** Starts to work it off: it can no longer be lifted, and is due again at `next`. @throws WriteConflict when it was lifted, or another sweeper has it. */
  take(tombstone: Tombstone, next: string): Promise<void>;
  /** It was worked off. */
  remove(tombstone: Tombstone): Promise<void>;
}
