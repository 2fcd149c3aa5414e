import { readdirSync, realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { CommandError, UsageError } from '#emulators/host/command-errors.ts';
import type { DeckFiles } from '#engine/deck-reading/markdown/deck-files.ts';
import { DECK_SETTINGS_FILE } from '#engine/deck-reading/markdown/deck-settings-file.ts';
import { nameKey } from '#engine/deck-reading/name-key.ts';

/** Endings of files that a Markdown deck may name. A file of another kind is never read: a deck can come from anyone. */
const MARKDOWN = new Set(['.md', '.markdown']);
const PICTURES = new Set([
  ...['.png', '.jpg', '.jpeg', '.gif', '.webp', '.svg', '.avif', '.bmp', '.tif', '.tiff', '.heic', '.heif', '.jfif'],
]);

/** Reports whether a path has a name of Markdown. */
export const isMarkdownFile = (path: string): boolean => MARKDOWN.has(extname(path).toLowerCase());

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
};

/** Real path of a file, links followed; undefined: none exists, or none that can be read. */
function realFile(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return statSync(real).isFile() ? real : undefined;
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * The file of a name within `top`: the one that is written so, else one that is the same by `nameKey`, as in a zip and as on macOS and
 * Windows. Nothing outside of `top` is listed.
 */
function placeOf(top: string, place: string): string {
  if (realFile(place) !== undefined || !isWithin(top, place)) return place;
  const steps = relative(top, place).split(sep);
  return steps.reduce((folder, step) => {
    const names = namesIn(folder);
    const name = names.includes(step) ? step : names.find((each) => nameKey(each) === nameKey(step));
    return join(folder, name ?? step);
  }, top);
}

/** Files that a deck names, found within a folder. */
export interface DeckRoot extends DeckFiles {
  /** @throws CommandError when the deck named a file that is outside */
  refuseOutside(): void;
}

/**
 * The files that a Markdown deck may name: Markdown, its settings and pictures within one folder, links followed. Others are not read, and those
 * that are there are remembered.
 * @param deck the file of the deck; what it names is relative to its folder
 * @param root the folder; undefined: that of the deck
 * @throws UsageError when the deck does not lie in `root`
 */
export function deckRoot(deck: string, root: string | undefined): DeckRoot {
  const folder = dirname(resolve(deck));
  if (root !== undefined && statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--root ${root}: there is no such folder.`);
  const top = realpathSync(root ?? folder);
  if (root !== undefined && !isWithin(top, realpathSync(folder)))
    throw new UsageError(`--root ${root}: the deck ${deck} is not in it.`);
  /** The same as a path that may go over links, as `folder` may. */
  const listed = resolve(root ?? folder);
  const outside = new Set<string>();
  return {
    find(path) {
      if (isAbsolute(path)) return undefined;
      const place = placeOf(listed, resolve(folder, path));
      const isSettings = basename(place) === DECK_SETTINGS_FILE;
      if (!isSettings && !isMarkdownFile(place) && !PICTURES.has(extname(place).toLowerCase())) return undefined;
      const real = realFile(place);
      if (real === undefined) return undefined;
      if (isWithin(top, real)) return relative(folder, place);
      outside.add(path);
      return undefined;
    },
    text: async (name) => (await readFile(resolve(folder, name))).toString('utf8'),
    refuseOutside() {
      const [first] = outside;
      if (first !== undefined)
        throw new CommandError(
          `${deck} names ${first}, which is outside of ${root ?? 'its folder'} and was not read. If you trust the deck, add --root and a folder that contains both.`,
        );
    },
  };
}
