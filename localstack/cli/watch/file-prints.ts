import { type FSWatcher, statSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** State of each file at the last check: its path → a value that changes with every save. Undefined: the file does not exist. */
export type FilePrints = ReadonlyMap<string, string | undefined>;

/** An editor writes a file in several steps: it is read when it has been the same for this long, in milliseconds. */
const SETTLED_MS = 25;
/** Some file systems tell of no changes: the files are looked at this often, in milliseconds. */
const LOOK_MS = 500;

function printOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  // A save by renaming makes another inode, also within one tick of the clock.
  return found && `${found.ino};${found.size};${found.mtimeNs};${found.ctimeNs}`;
}

/** @throws the reason of `signal` */
const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());

/** Looks at files now. */
export const takePrints = (files: Iterable<string>): FilePrints =>
  new Map([...files].map((path) => [path, printOf(path)]));

const areSame = (one: FilePrints, other: FilePrints): boolean =>
  [...one].every(([path, print]) => other.get(path) === print);

export interface ChangeOptions {
  signal: AbortSignal;
  /** Told once when the first file has been away for two looks: longer than the moment for which a save removes it. */
  onMissing(): void;
  /** Time between two checks of the files where no change is reported, in milliseconds. */
  lookMs?: number;
}

/**
 * Waits until one of the files is another than in `seen`, the first of them is there, and all are at rest.
 * @throws the reason of `signal`
 */
export async function untilChanged(
  seen: FilePrints,
  { signal, onMissing, lookMs = LOOK_MS }: ChangeOptions,
): Promise<void> {
  let wake = (): void => undefined;
  const watchers = watchFolders(seen.keys(), () => wake());
  const [first = ''] = seen.keys();
  try {
    for (let looksWithout = 0; ; ) {
      signal.throwIfAborted();
      // From before the look: what changes during it ends the wait below at once.
      const change = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const now = await whenAtRest(seen, signal);
      if (now.get(first) === undefined) {
        if (++looksWithout === 2) onMissing();
      } else {
        looksWithout = 0;
        if (!areSame(now, seen)) return;
      }
      const look = sleep(lookMs, signal);
      // The clock of a look that was not waited for continues until it ends, and harms nothing.
      look.catch(() => undefined);
      // A file that is away is looked for by the clock.
      await (looksWithout > 0 ? look : Promise.race([change, look]));
    }
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}

/** Resolves with the state of the files of `seen`: at once if nothing changed, and else when nothing has changed for `SETTLED_MS`. */
async function whenAtRest(seen: FilePrints, signal: AbortSignal): Promise<FilePrints> {
  let now = takePrints(seen.keys());
  if (areSame(now, seen)) return now;
  for (;;) {
    await sleep(SETTLED_MS, signal);
    const later = takePrints(seen.keys());
    if (areSame(now, later)) return later;
    now = later;
  }
}

/** Folders, not files: a save by renaming leaves a watched file behind. A folder that cannot be watched is looked at by the clock. */
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
