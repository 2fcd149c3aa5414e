import type { OnUnreadable } from '#kernel/shared/errors.ts';

/** Due entries of one sweep are spread over this many partitions of the index; a run reads all of them. */
export const DUE_SHARDS = 8;

/** Position in the entries of one shard. Only the store that made it can read it. */
export type DuePosition = string;

export interface DuePageRequest {
  /** 0 to DUE_SHARDS − 1. */
  shard: number;
  /** Entries are due before this time. */
  now: string;
  /** The most entries in the page. */
  limit: number;
  /** Position at which the page before it ended. Absent: before the entry that has been due longest. */
  after?: DuePosition | undefined;
  /** Is notified of entries that cannot be read, which are left out. Absent: the first of them fails the page. */
  onUnreadable?: OnUnreadable | undefined;
}

export interface DuePage<Entry> {
  /** The longest due first. May be empty although there is a next page. */
  entries: Entry[];
  /** Absent: nothing more is due in this shard. */
  next?: DuePosition | undefined;
}

/** Lists due entries of one shard, a page at a time. */
export type ListDue<Entry> = (request: DuePageRequest) => Promise<DuePage<Entry>>;

/**
 * One kind of unfinished work, looked after by one scheduled function. Every unfinished item has a time at which it is due;
 * a worker that is alive keeps moving it, or ends the item, before it comes.
 */
export interface Sweep<Entry> {
  /** Names the cursor and the log lines. */
  readonly name: string;
  readonly listDue: ListDue<Entry>;
  /** The order in which the entries of some pages are taken. Absent: as they were listed. */
  arrange?(entries: readonly Entry[]): readonly Entry[];
  /**
   * First sets the time at which the entry is due again, by a conditional write, then does what is missing. A run that is
   * killed in between leaves the entry to a later run, and an entry that kills its run is not due at once again.
   * @throws WriteConflict when a worker or another run was first: nothing is left to do
   */
  take(entry: Entry): Promise<void>;
  /**
   * Does at once what `take` put off for many entries: called after some pages, and before a run ends. What is put off is
   * lost with a run that is killed, and found again when its entries are due again.
   */
  finish?(): Promise<void>;
  /** For the log. */
  describe(entry: Entry): object;
}

/** Position of the last run of a sweep. */
export interface SweepCursor {
  duty: string;
  /** Rises with every write; 0: there is none yet. */
  version: number;
  /** By shard. A shard without a position is read from its beginning. */
  positions: Readonly<Record<string, DuePosition>>;
}

export interface SweepCursorStore {
  /** Strongly consistent. */
  load(duty: string): Promise<SweepCursor>;
  /** @returns the cursor as it is stored. @throws WriteConflict when another run stored its own since `cursor` was loaded */
  save(cursor: SweepCursor, positions: SweepCursor['positions']): Promise<SweepCursor>;
}
