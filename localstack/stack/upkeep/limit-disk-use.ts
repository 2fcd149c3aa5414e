import type { StackLog } from '#emulators/host/stack-log.ts';
import type { EvictedObjectCounts, S3EvictionRules } from '#emulators/s3/evict.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { isRecreatableFileKey } from '#kernel/shared/storage-keys.ts';

/** The room for more files, as the last run found it. */
export interface FreeDiskState {
  isFull: boolean;
}

/** Options of `limitDiskUse`. */
export interface LimitDiskUseOptions {
  /** The largest number of bytes of the data folder; undefined: as many as the disk has. */
  maxBytes: number | undefined;
  /** Set by each run. */
  room: FreeDiskState;
  /** The bytes of the data folder. */
  measure(signal: AbortSignal): Promise<number>;
  /** The disk of the data folder, in bytes. */
  disk(): Promise<{ free: number; total: number }>;
  evict(eviction: S3EvictionRules): Promise<EvictedObjectCounts>;
  clock: Clock;
  log: StackLog;
}

/** The age of a file from which it may go, in milliseconds: URLs of files are valid for an hour, and running work needs its new files. */
const MIN_FILE_AGE_MS = 3600_000;
/** The fraction of the bound that a folder has after a sweep, so that the next one is not needed at once. */
const TARGET_FRACTION = 0.9;
/** The bytes of the disk that stay free for the database and the logs: the smaller of this number and this fraction of the disk. */
const RESERVE_BYTES = 256 * 2 ** 20;
const RESERVE_FRACTION = 0.02;

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(2)} GB`;

/**
 * Keeps the data folder within its bound, and a part of the disk free: the oldest files that the service makes again by itself are removed,
 * and no others. If that is not enough, `room` says so, which refuses requests that store files, and the log has a warning.
 * @returns a line about what was removed; undefined if nothing was
 */
export async function limitDiskUse(options: LimitDiskUseOptions, signal: AbortSignal): Promise<string | undefined> {
  const shortageBefore = await shortageOf(options, signal);
  const evictedCounts =
    shortageBefore.bytes > 0
      ? await options.evict({
          mayGo: isRecreatableFileKey,
          before: options.clock().getTime() - MIN_FILE_AGE_MS,
          bytes: shortageBefore.bytes + shortageBefore.slack,
        })
      : { objects: 0, bytes: 0 };
  const shortageAfter = evictedCounts.objects > 0 ? await shortageOf(options, signal) : shortageBefore;
  noteRoom(options, shortageAfter);
  return evictedCounts.objects === 0
    ? undefined
    : `${evictedCounts.objects} files that can be made again were removed (${gigabytes(evictedCounts.bytes)})`;
}

interface Shortage {
  /** Bytes that have to go; 0 or less: none. */
  bytes: number;
  /** Further bytes to remove once some have to go. */
  slack: number;
  reason: string;
}

/** Finds by how much the folder is too large for its bound, or for its disk. */
async function shortageOf({ maxBytes, measure, disk }: LimitDiskUseOptions, signal: AbortSignal): Promise<Shortage> {
  const { free, total } = await disk();
  const reserve = Math.min(RESERVE_BYTES, total * RESERVE_FRACTION);
  const diskShortage: Shortage = {
    bytes: reserve - free,
    slack: reserve,
    reason: `the disk has ${gigabytes(free)} left`,
  };
  if (maxBytes === undefined) return diskShortage;
  const usedBytes = await measure(signal);
  const boundShortage: Shortage = {
    bytes: signal.aborted ? 0 : usedBytes - maxBytes,
    slack: maxBytes * (1 - TARGET_FRACTION),
    reason: `DATA_DIR has ${gigabytes(usedBytes)}, and DATA_MAX_GB allows ${gigabytes(maxBytes)}`,
  };
  return boundShortage.bytes > diskShortage.bytes ? boundShortage : diskShortage;
}

/** Notes whether there is room, with a line in the log when that changes. */
function noteRoom({ room, log }: LimitDiskUseOptions, { bytes, reason }: Shortage): void {
  const isFull = bytes > 0;
  if (isFull && !room.isFull)
    log.warn(
      `no room: ${reason}, and nothing more can be made again. Uploads, imports and renders are refused until files are deleted or there is more room.`,
    );
  if (!isFull && room.isFull) log.info('there is room again: uploads, imports and renders are accepted');
  room.isFull = isFull;
}
