import { isDeepStrictEqual } from 'node:util';
import { addSeconds, type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import type { Log } from '#kernel/shared/log.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import {
  DUE_INDEX_SHARD_COUNT,
  type DueEntryPosition,
  type RecoverySweep,
  type SweepCursor,
  type SweepCursorStore,
} from './recovery-sweep.ts';

/** Seconds after which a run starts nothing more. Runs start a minute apart. */
export const SWEEP_RUN_SECONDS = 20;
/** Seconds that a run leaves its function to end the work that it has started. */
const RESERVE_SECONDS = 10;

/** The most entries that a run has at a time, over all shards. */
const ROUND_ENTRIES = 400;
/** Number of entries that are taken at the same time. */
const CONCURRENCY = 10;

/** The time from which a run starts nothing more. @param leftMs time until its function is stopped, in milliseconds */
export const endTimeOfSweepRun = (now: Date, leftMs: number): Date =>
  addSeconds(now, Math.min(SWEEP_RUN_SECONDS, leftMs / 1000 - RESERVE_SECONDS));

/** Ports of `runSweep`. */
export interface RunSweepDeps {
  cursors: SweepCursorStore;
  clock: Clock;
  log: Pick<Log, 'error'>;
}

/** Counts of one run of a sweep. */
export interface SweepReport {
  /** Name of the sweep. */
  duty: string;
  taken: number;
  /** Entries that a worker or another run changed first. */
  overtaken: number;
  failed: number;
  unreadable: number;
  /** True if everything that was due at the start of the run was checked. */
  is_done: boolean;
}

const positionsOf = (open: ReadonlyMap<number, DueEntryPosition | undefined>): Record<string, DueEntryPosition> =>
  Object.fromEntries([...open].flatMap(([shard, at]) => (at === undefined ? [] : [[String(shard), at]])));

/**
 * Runs a sweep once: takes due entries, the longest due first, until none is left or its time is over. It has at most ROUND_ENTRIES entries
 * in memory, however many are due. An entry that fails does not stop the others.
 *
 * A run that cannot finish stores a cursor, from which the next run continues. So entries that cannot be read or taken do not block the
 * entries after them. If a run reaches the end of a shard, the next one starts with its first entry. The cursor only decides where a run
 * starts. If a run is killed before it stores a cursor, nothing is lost, because the entries that it took are due again later.
 *
 * Several runs may work at the same time, because entries are taken by conditional writes. A run that cannot store its cursor ends.
 * @param endsAt time from which nothing more is started
 */
export async function runSweep<Entry>(
  sweep: RecoverySweep<Entry>,
  { cursors, clock, log }: RunSweepDeps,
  endsAt: Date,
): Promise<SweepReport> {
  // Entries that become due meanwhile are left to the next run, so that every run ends.
  const now = formatUtcTimestamp(clock());
  const inTime = (): boolean => clock() < endsAt;
  const report: SweepReport = { duty: sweep.name, taken: 0, overtaken: 0, failed: 0, unreadable: 0, is_done: false };
  const onUnreadable = (key: string, error: Error): void => {
    report.unreadable += 1;
    log.error('item not readable', { duty: sweep.name, key, error });
  };
  /** Takes entries. @returns the number of entries that were not started in time */
  const takeAll = async (entries: readonly Entry[]): Promise<number> => {
    let left = 0;
    await forEachConcurrent(entries, CONCURRENCY, async (entry) => {
      if (!inTime()) {
        left += 1;
        return;
      }
      try {
        await sweep.take(entry);
        report.taken += 1;
      } catch (error) {
        if (error instanceof WriteConflictError) {
          report.overtaken += 1;
          return;
        }
        report.failed += 1;
        log.error('not swept', { duty: sweep.name, ...sweep.describe(entry), error });
      }
    });
    try {
      await sweep.finish?.();
    } catch (error) {
      report.failed += 1;
      log.error('not swept', { duty: sweep.name, error });
    }
    return left;
  };

  let cursor: SweepCursor = await cursors.load(sweep.name);
  const open = new Map(
    Array.from({ length: DUE_INDEX_SHARD_COUNT }, (_, shard) => [
      shard,
      ownPropertyValue(cursor.positions, String(shard)),
    ]),
  );
  while (open.size > 0 && inTime()) {
    const limit = Math.ceil(ROUND_ENTRIES / open.size);
    const pages = await Promise.all(
      [...open].map(async ([shard, after]) => ({
        shard,
        page: await sweep.listDue({ shard, now, limit, after, onUnreadable }),
      })),
    );
    const entries = pages.flatMap(({ page }) => page.entries);
    const left = await takeAll(sweep.arrange?.(entries) ?? entries);
    // The next run reads these pages again, without the entries that were taken.
    if (left > 0) return report;
    for (const { shard, page } of pages) {
      if (page.next === undefined) open.delete(shard);
      else open.set(shard, page.next);
    }
    const positions = positionsOf(open);
    if (!isDeepStrictEqual(positions, cursor.positions)) {
      try {
        cursor = await cursors.save(cursor, positions);
      } catch (error) {
        if (!(error instanceof WriteConflictError)) throw error;
        return report;
      }
    }
  }
  report.is_done = open.size === 0;
  return report;
}
