import type { OnUnreadableItem } from '#kernel/shared/errors.ts';

/** Number of partitions of the index over which the due entries of one sweep are spread; a run reads all of them. */
export const DUE_INDEX_SHARD_COUNT = 8;

/** Position in the entries of one shard. Only the store that made it can read it. */
export type DueEntryPosition = string;

/** The request of a page of due entries. */
export interface DueEntriesPageRequest {
  /** 0 to DUE_INDEX_SHARD_COUNT − 1. */
  shard: number;
  /** Entries are due before this time. */
  now: string;
  /** The most entries in the page. */
  limit: number;
  /** Position at which the page before it ended. Absent: before the entry that has been due longest. */
  after?: DueEntryPosition | undefined;
  /** Called for entries that cannot be read, which are left out. Absent: the first such entry fails the page. */
  onUnreadable?: OnUnreadableItem | undefined;
}

/** A page of due entries. */
export interface DueEntriesPage<Entry> {
  /** The longest due first. May be empty although there is a next page. */
  entries: Entry[];
  /** Absent: nothing more is due in this shard. */
  next?: DueEntryPosition | undefined;
}

/** A function that lists the due entries of one shard, a page at a time. */
export type ListDueEntries<Entry> = (request: DueEntriesPageRequest) => Promise<DueEntriesPage<Entry>>;

/**
 * The recovery of one kind of unfinished work, by one scheduled function. Every unfinished item has a time at which it is due; a worker that
 * is alive sets a later time, or ends the item, before that time.
 */
export interface RecoverySweep<Entry> {
  /** Names the cursor and the log lines. */
  readonly name: string;
  readonly listDue: ListDueEntries<Entry>;
  /** The order in which the entries of some pages are taken. Absent: as they were listed. */
  arrange?(entries: readonly Entry[]): readonly Entry[];
  /**
   * Continues one entry: first sets the time at which it is due again, by a conditional write, and then does the missing step. If the run is
   * killed in between, a later run takes the entry; an entry that kills its run is not due again at once.
   * @throws WriteConflictError when a worker or another run was first: nothing is left to do
   */
  take(entry: Entry): Promise<void>;
  /**
   * Does steps that `take` deferred, for many entries together: it is called after some pages, and before a run ends. Deferred steps of a
   * killed run are lost, and done when the entries are due again.
   */
  finish?(): Promise<void>;
  /** Fields for the log. */
  describe(entry: Entry): object;
}

/** The positions at which the last run of a sweep stopped. */
export interface SweepCursor {
  /** Name of the sweep. */
  duty: string;
  /** Rises with every write; 0: none is stored yet. */
  version: number;
  /** By shard. A shard without a position is read from its first entry. */
  positions: Readonly<Record<string, DueEntryPosition>>;
}

/** Store of the cursors of sweeps. */
export interface SweepCursorStore {
  /** Strongly consistent. */
  load(duty: string): Promise<SweepCursor>;
  /** @returns the cursor as it is stored. @throws WriteConflictError when another run stored its own since `cursor` was loaded */
  save(cursor: SweepCursor, positions: SweepCursor['positions']): Promise<SweepCursor>;
}
