import { type Clock, plusSeconds, timestamp } from '#kernel/shared/clock.ts';
import { newToken } from '#kernel/shared/ids.ts';
import { FILE_LIFETIMES } from '#kernel/shared/lifetimes.ts';
import type { ListDue } from '#platform/recovery/public.ts';

/** The data that a tombstone says must be removed. */
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
      /** They are of a timeline that never came to be, and so are their recordings, whose bytes nothing counts. */
      is_uncounted?: boolean | undefined;
    }
  /** Everything of a deleted timeline: items, files, snapshots. */
  | { kind: 'timeline'; timeline_id: string }
  /** The files of a render whose client deleted them, and what was kept to make them. */
  | {
      kind: 'render';
      render_id: string;
      timeline_id: string;
      /** What the keys of its files start with. */
      prefixes: string[];
      keys: string[];
      /** Files that renders which have not ended may need, too. */
      shared_keys: string[];
      /** When it was started and ended: what was stored for its timeline in that time, and names no maker, counts as its own. */
      began_at: string;
      ended_at: string;
    }
  /** Speech of slides that are gone, in whatever words, and speech by its address; unless the timeline still says it. */
  | { kind: 'slide_speech'; timeline_id: string; slides: string[]; hashes: string[] }
  /** Speech that a timeline uses: a note of what it says, and for whom. It is due when that may be unused. */
  | { kind: 'speech'; timeline_id: string; said: SaidSpeech[]; noted_at: string }
  /** The deliveries of a deleted webhook. */
  | { kind: 'receiver'; receiver_id: string };

/** Speech by its address, and the slide that says it; an empty text: that is not known. */
export interface SaidSpeech {
  hash: string;
  slide_id: string;
}

/**
 * A note of what has to go. It is written in the transaction after which nothing names that any more, so no crash loses
 * it. What has to exist before something names it (a file before its slide) gets its tombstone first, and the
 * transaction that names it lifts the tombstone.
 */
export interface Tombstone {
  id: string;
  account_id: string;
  remains: Remains;
  /** When the sweeper works it off. */
  due_at: string;
  /** A sweeper has started: it can no longer be lifted. */
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
 * Seconds after which remains go. A request that read the timeline before its change may still start a render of it: a
 * request has 29 seconds.
 */
export const GRACE_SECONDS = 120;
/** Seconds after which a file that nothing named counts as abandoned: a request has 29 seconds. */
export const ABANDONED_SECONDS = 900;
/** Seconds for which a worker may still store what it started: a function runs for at most 15 minutes. */
export const LATE_SECONDS = 1200;

/**
 * Seconds until a file goes that a template named: a render that froze it may wait and run for more than a day, and its
 * snapshot is kept this long.
 */
const OWN_FILE_SECONDS = FILE_LIFETIMES['snapshots/'].days * 86_400;

/** A tombstone for what a change removes. */
export const tombstoneFor = (accountId: string, remains: Remains, now: Date): Tombstone => ({
  id: newToken(now),
  account_id: accountId,
  remains,
  due_at: timestamp(plusSeconds(now, GRACE_SECONDS)),
});

/**
 * The id of the tombstone of a file on its way into a timeline: the token in its key, which is unique. What follows the
 * token is left out, because the last characters of ids spread over the shards of the index.
 */
export const fileTombstoneId = (key: string): string => `file-${key.slice(key.lastIndexOf('/') + 1).split('.')[0]}`;

/**
 * Announces a file that is about to be written, so that it is removed unless a change names it in time. The id is
 * `fileTombstoneId(key)`.
 * @param seconds in which a change may name it
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
  const had = new Set(before);
  const has = new Set(after);
  const keys = [...had].filter((key) => !has.has(key));
  const lifted = [...has].filter((key) => !had.has(key)).map(fileTombstoneId);
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
