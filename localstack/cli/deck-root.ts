import { readdirSync, realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path, {
  basename,
  dirname,
  extname,
  isAbsolute,
  join,
  type PlatformPath,
  relative,
  resolve,
  sep,
} from 'node:path';
import { CommandError, UsageError } from '#emulators/host/command-errors.ts';
import { comparableFileName } from '#engine/deck-reading/comparable-file-name.ts';
import type { FilesNextToDeck } from '#engine/deck-reading/markdown/files-next-to-deck.ts';
import { REVEAL_MD_SETTINGS_FILE_NAME } from '#engine/deck-reading/markdown/reveal-md-settings-file-name.ts';
import { isMusicFile } from './music-file.ts';
import { VIDEO_TYPE_BY_EXTENSION } from './video-file-types.ts';

/** Extensions of the files that a Markdown deck may name. Other files are never read, because a deck may come from an attacker. */
const MARKDOWN_EXTENSIONS = new Set(['.md', '.markdown']);
const PICTURE_EXTENSIONS = new Set([
  ...['.png', '.jpg', '.jpeg', '.gif', '.webp', '.svg', '.avif', '.bmp', '.tif', '.tiff', '.heic', '.heif', '.jfif'],
]);

const VIDEO_EXTENSIONS = new Set(
  Object.keys(VIDEO_TYPE_BY_EXTENSION).filter((extension) => VIDEO_TYPE_BY_EXTENSION[extension]?.startsWith('video/')),
);

/** Reports whether a path has the extension of a Markdown file. */
export const isMarkdownFile = (path: string): boolean => MARKDOWN_EXTENSIONS.has(extname(path).toLowerCase());

/** Files of data from which a deck may draw charts. */
const DATA_EXTENSIONS = new Set(['.csv']);

const isWithin = (folder: string, path: string): boolean => {
  const relativePath = relative(folder, path);
  return (
    relativePath === '' || !(relativePath === '..' || relativePath.startsWith(`..${sep}`) || isAbsolute(relativePath))
  );
};

/** The path of a file relative to a folder, with `/` between its steps as in decks and zips, also on Windows. */
export const relativeDeckPath = (folder: string, place: string, system: PlatformPath = path): string =>
  system.relative(folder, place).split(system.sep).join('/');

/** The canonical path of a file, with symbolic links resolved; undefined if there is no such file or it cannot be accessed. */
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
 * The path of a file that a deck names. If it does not exist with this spelling, each part of the path is looked up by `comparableFileName` (ignoring
 * case and Unicode normalization, as on macOS and Windows). Folders outside of `top` are not listed.
 */
function resolveName(top: string, place: string): string {
  if (realFile(place) !== undefined || !isWithin(top, place)) return place;
  const steps = relative(top, place).split(sep);
  return steps.reduce((folder, step) => {
    const names = namesIn(folder);
    const name = names.includes(step)
      ? step
      : names.find((each) => comparableFileName(each) === comparableFileName(step));
    return join(folder, name ?? step);
  }, top);
}

/** Access to the files that a deck names, within one folder. */
export interface DeckFolderAccess extends FilesNextToDeck {
  /** The absolute path of a music file; undefined if the file is not music, or does not exist within the folder. */
  music(path: string): string | undefined;
  /** @throws CommandError if the deck has named an existing file outside of the folder */
  refuseOutside(): void;
}

/**
 * Access to the files that a Markdown deck may name: Markdown, its settings file, pictures, videos, data of charts and music, within one
 * folder after resolving symbolic links. Other files are not read; existing files outside the folder are recorded for `refuseOutside`.
 * @param deck path of the deck; the names in it are relative to its folder
 * @param root the folder; undefined: the folder of the deck
 * @throws UsageError if `root` is not a folder or does not contain the deck
 */
export function openDeckFolder(deck: string, root: string | undefined): DeckFolderAccess {
  const folder = dirname(resolve(deck));
  if (root !== undefined && statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--root ${root}: there is no such folder.`);
  const top = realpathSync(root ?? folder);
  if (root !== undefined && !isWithin(top, realpathSync(folder)))
    throw new UsageError(`--root ${root}: the deck ${deck} is not in it.`);
  /** The folder without resolved links, as `folder`, so that both can be compared. */
  const topPath = resolve(root ?? folder);
  const outside = new Set<string>();
  /** The path of a file, relative to the folder of the deck; undefined: it must not be read, or does not exist. */
  const found = (path: string, isReadable: (place: string) => boolean): string | undefined => {
    if (isAbsolute(path)) return undefined;
    const place = resolveName(topPath, resolve(folder, path));
    const real = isReadable(place) ? realFile(place) : undefined;
    if (real === undefined) return undefined;
    if (isWithin(top, real)) return relativeDeckPath(folder, place);
    outside.add(path);
    return undefined;
  };
  return {
    find: (path) =>
      found(
        path,
        (place) =>
          basename(place) === REVEAL_MD_SETTINGS_FILE_NAME ||
          isMarkdownFile(place) ||
          PICTURE_EXTENSIONS.has(extname(place).toLowerCase()) ||
          VIDEO_EXTENSIONS.has(extname(place).toLowerCase()) ||
          DATA_EXTENSIONS.has(extname(place).toLowerCase()),
      ),
    music(path) {
      const name = found(path, isMusicFile);
      return name === undefined ? undefined : resolve(folder, name);
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
