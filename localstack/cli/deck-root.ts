import { realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, isAbsolute, normalize, relative, resolve, sep } from 'node:path';
import { CommandError, UsageError } from '#emulators/host/command-errors.ts';
import type { DeckFiles } from '#engine/deck-reading/markdown/read-markdown.ts';

/** What a Markdown deck may name. A file of another kind is never read: a deck can come from anyone. */
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

/** Where a file is, links followed; undefined: there is none, or none that can be read. */
function realFile(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return statSync(real).isFile() ? real : undefined;
  } catch {
    return undefined;
  }
}

/** Files that a deck names, found within a folder. */
export interface DeckRoot extends DeckFiles {
  /** @throws CommandError when the deck named a file that lies outside */
  refuseOutside(): void;
}

/**
 * The files that a Markdown deck may name: Markdown and pictures within one folder, links followed. Others are not read, and those
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
  const outside = new Set<string>();
  return {
    find(path) {
      if (isAbsolute(path)) return undefined;
      const place = resolve(folder, path);
      if (!isMarkdownFile(place) && !PICTURES.has(extname(place).toLowerCase())) return undefined;
      const real = realFile(place);
      if (real === undefined) return undefined;
      if (isWithin(top, real)) return normalize(path);
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
