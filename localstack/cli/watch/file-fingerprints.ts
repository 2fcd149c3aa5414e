import { type FSWatcher, statSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** The state of files, by path: a value that changes with each save; undefined if the file does not exist. */
export type FileFingerprints = ReadonlyMap<string, string | undefined>;

/** Milliseconds for which files must not change before they are read: editors write a file in several steps. */
const SETTLED_MS = 25;
/** Milliseconds between two checks of the files, because some file systems report no changes. */
const CHECK_MS = 500;

function fingerprintOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  // The inode is included, because a save by renaming changes it even if the times are equal.
  return stats && `${stats.ino};${stats.size};${stats.mtimeNs};${stats.ctimeNs}`;
}

/** Waits. @throws the reason of `signal` */
const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());

/** The current state of files. */
export const takeFileFingerprints = (files: Iterable<string>): FileFingerprints =>
  new Map([...files].map((path) => [path, fingerprintOf(path)]));

/** Reports whether every file of the first state is the same in the second; files that only the second has are ignored. */
export const areFingerprintedFilesUnchanged = (one: FileFingerprints, other: FileFingerprints): boolean =>
  [...one].every(([path, fingerprint]) => other.get(path) === fingerprint);

/** Options of `waitForFileChange`. */
export interface WaitForFileChangeOptions {
  signal: AbortSignal;
  /** Called once when the first file is missing in two checks: for longer than a save may remove it. */
  onMissing(): void;
  /** Milliseconds between two checks if no change is reported. */
  checkMs?: number;
}

/**
 * Waits until one of the files differs from its state in `seenFingerprints`, the first file exists, and no file is changing any more.
 * @throws the reason of `signal`
 */
export async function waitForFileChange(
  seenFingerprints: FileFingerprints,
  { signal, onMissing, checkMs = CHECK_MS }: WaitForFileChangeOptions,
): Promise<void> {
  let wake = (): void => undefined;
  const watchers = watchFolders(seenFingerprints.keys(), () => wake());
  const [firstFile = ''] = seenFingerprints.keys();
  try {
    for (let missingChecks = 0; ; ) {
      signal.throwIfAborted();
      // Created before the check, so that a change during the check ends the wait below at once.
      const change = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const current = await fingerprintsAtRest(seenFingerprints, signal);
      if (current.get(firstFile) === undefined) {
        if (++missingChecks === 2) onMissing();
      } else {
        missingChecks = 0;
        if (!areFingerprintedFilesUnchanged(current, seenFingerprints)) return;
      }
      const nextCheck = sleep(checkMs, signal);
      // The timer is not always awaited; its rejection must not count as unhandled in that case.
      nextCheck.catch(() => undefined);
      // A missing file is checked for only at intervals, so that two checks are far enough apart.
      await (missingChecks > 0 ? nextCheck : Promise.race([change, nextCheck]));
    }
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}

/** The state of the files of `seenFingerprints`: at once if none has changed, else when none has changed for SETTLED_MS. */
async function fingerprintsAtRest(seenFingerprints: FileFingerprints, signal: AbortSignal): Promise<FileFingerprints> {
  let current = takeFileFingerprints(seenFingerprints.keys());
  if (areFingerprintedFilesUnchanged(current, seenFingerprints)) return current;
  for (;;) {
    await sleep(SETTLED_MS, signal);
    const laterFingerprints = takeFileFingerprints(seenFingerprints.keys());
    if (areFingerprintedFilesUnchanged(current, laterFingerprints)) return laterFingerprints;
    current = laterFingerprints;
  }
}

/** Watches the folders of files, because a save by renaming replaces the file itself. A folder that cannot be watched is skipped. */
function watchFolders(files: Iterable<string>, onChange: () => void): FSWatcher[] {
  const folders = new Set([...files].map((path) => dirname(path)));
  return [...folders].flatMap((folder) => {
    try {
      return watch(folder, { persistent: false }, onChange).on('error', onChange);
    } catch {
      return [];
    }
  });
}
