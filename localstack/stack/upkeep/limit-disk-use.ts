import type { StackLog } from '#emulators/host/stack-log.ts';
import type { EvictionCounts, S3ObjectsToEvict } from '#emulators/s3/evict.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { isRecreatableFileKey } from '#kernel/shared/storage-keys.ts';

/** The room for more files, as the last run found it. */
export interface FreeDiskState {
  isFull: boolean;
}

/** Options of `limitDiskUse`. */
export interface LimitDiskUseOptions {
  /** The most bytes of the data folder; undefined: as many as the disk has. */
  maxBytes: number | undefined;
  /** Set by each run. */
  room: FreeDiskState;
  /** The bytes of the data folder. */
  measure(signal: AbortSignal): Promise<number>;
  /** The disk of the data folder, in bytes. */
  disk(): Promise<{ free: number; total: number }>;
  evict(eviction: S3ObjectsToEvict): Promise<EvictionCounts>;
  clock: Clock;
  log: StackLog;
}

/** Milliseconds for which a new file stays: addresses of files are valid for an hour, and what running work has just made is needed soon. */
const SPARED_MS = 3600_000;
/** The part of the bound that a folder has after a sweep, so that the next one is not needed at once. */
const GOAL = 0.9;
/** Bytes of the disk that stay free for the database and the logs: at most this, and at most the share of a small disk. */
const RESERVE_BYTES = 256 * 2 ** 20;
const RESERVE_SHARE = 0.02;

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(2)} GB`;

/**
 * Keeps the data folder within its bound, and a part of the disk free: the oldest files that the service makes again by itself are removed,
 * and no others. If that is not enough, `room` says so, which refuses requests that store files, and the log has a warning.
 * @returns a line about what was removed; undefined if nothing was
 */
export async function limitDiskUse(options: LimitDiskUseOptions, signal: AbortSignal): Promise<string | undefined> {
  const before = await shortageOf(options, signal);
  const removed =
    before.bytes > 0
      ? await options.evict({
          mayGo: isRecreatableFileKey,
          before: options.clock().getTime() - SPARED_MS,
          bytes: before.bytes + before.slack,
        })
      : { objects: 0, bytes: 0 };
  const after = removed.objects > 0 ? await shortageOf(options, signal) : before;
  note(options, after);
  return removed.objects === 0
    ? undefined
    : `${removed.objects} files that can be made again were removed (${gigabytes(removed.bytes)})`;
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
  const reserve = Math.min(RESERVE_BYTES, total * RESERVE_SHARE);
  const ofDisk: Shortage = {
    bytes: reserve - free,
    slack: reserve,
    reason: `the disk has ${gigabytes(free)} left`,
  };
  if (maxBytes === undefined) return ofDisk;
  const used = await measure(signal);
  const ofBound: Shortage = {
    bytes: signal.aborted ? 0 : used - maxBytes,
    slack: maxBytes * (1 - GOAL),
    reason: `DATA_DIR has ${gigabytes(used)}, and DATA_MAX_GB allows ${gigabytes(maxBytes)}`,
  };
  return ofBound.bytes > ofDisk.bytes ? ofBound : ofDisk;
}

/** Notes whether there is room, with a line in the log when that changes. */
function note({ room, log }: LimitDiskUseOptions, { bytes, reason }: Shortage): void {
  const isFull = bytes > 0;
  if (isFull && !room.isFull)
    log.warn(
      `no room: ${reason}, and nothing more can be made again. Uploads, imports and renders are refused until files are deleted or there is more room.`,
    );
  if (!isFull && room.isFull) log.info('there is room again: uploads, imports and renders are accepted');
  room.isFull = isFull;
}
