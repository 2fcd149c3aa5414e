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

// Only files with these extensions, and music, are read for a Markdown deck, because a deck may come from an attacker.

/** Extensions of Markdown files. */
const MARKDOWN_EXTENSIONS = new Set(['.md', '.markdown']);
/** Extensions of pictures. */
const PICTURE_EXTENSIONS = new Set(
  '.png .jpg .jpeg .gif .webp .svg .avif .bmp .tif .tiff .heic .heif .jfif'.split(' '),
);

/** Extensions of videos. */
const VIDEO_EXTENSIONS = new Set(
  Object.keys(VIDEO_TYPE_BY_EXTENSION).filter((extension) => VIDEO_TYPE_BY_EXTENSION[extension]?.startsWith('video/')),
);

/** Reports whether a path has the extension of a Markdown file. */
export const isMarkdownFile = (path: string): boolean => MARKDOWN_EXTENSIONS.has(extname(path).toLowerCase());

/** Extensions of files of data from which a deck may draw charts. */
const DATA_EXTENSIONS = new Set(['.csv']);

const isWithin = (folder: string, path: string): boolean => {
  const relativePath = relative(folder, path);
  return (
    relativePath === '' || !(relativePath === '..' || relativePath.startsWith(`..${sep}`) || isAbsolute(relativePath))
  );
};

/**
 * The path of a file relative to a folder, with `/` as the separator, as in decks and zips, also on Windows.
 * @param pathModule node's `path`, or that of another system in tests
 */
export const toRelativeDeckPath = (folder: string, absolutePath: string, pathModule: PlatformPath = path): string =>
  pathModule.relative(folder, absolutePath).split(pathModule.sep).join('/');

/** The canonical path of a file, with symbolic links resolved; undefined if there is no such file or it cannot be accessed. */
function realFilePath(path: string): string | undefined {
  try {
    const realPath = realpathSync(path);
    return statSync(realPath).isFile() ? realPath : undefined;
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
 * The path of a file that a deck names. If it does not exist with this spelling, each part of the path is looked up by `comparableFileName`
 * (ignoring case and Unicode normalization, as on macOS and Windows). Folders outside of `root` are not listed.
 */
function resolveName(root: string, absolutePath: string): string {
  if (realFilePath(absolutePath) !== undefined || !isWithin(root, absolutePath)) return absolutePath;
  const pathParts = relative(root, absolutePath).split(sep);
  return pathParts.reduce((folder, pathPart) => {
    const names = namesIn(folder);
    const name = names.includes(pathPart)
      ? pathPart
      : names.find((each) => comparableFileName(each) === comparableFileName(pathPart));
    return join(folder, name ?? pathPart);
  }, root);
}

/** Access to the files that a deck names, within one folder. */
export interface DeckFolderAccess extends FilesNextToDeck {
  /** The absolute path of a music file; undefined if the file is not music, or does not exist within the folder. */
  music(path: string): string | undefined;
  /** @throws CommandError if the deck has named an existing file outside of the folder; it names the first */
  assertNoneOutside(): void;
}

/**
 * Access to the files that a Markdown deck may name: Markdown, its settings file, pictures, videos, data of charts and music, within one
 * folder after resolving symbolic links. Other files are not read; existing files outside the folder are recorded for `assertNoneOutside`.
 * @param deck path of the deck; the names in it are relative to its folder
 * @param root the folder; undefined: the folder of the deck
 * @throws UsageError if `root` is not a folder or does not contain the deck
 */
export function openDeckFolder(deck: string, root: string | undefined): DeckFolderAccess {
  const folder = dirname(resolve(deck));
  if (root !== undefined && statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--root ${root}: there is no such folder.`);
  const realRoot = realpathSync(root ?? folder);
  if (root !== undefined && !isWithin(realRoot, realpathSync(folder)))
    throw new UsageError(`--root ${root}: the deck ${deck} is not in it.`);
  /** The same folder with its links unresolved, comparable with `folder`. */
  const rootPath = resolve(root ?? folder);
  const outsidePaths = new Set<string>();
  /**
   * The path of a file, relative to the folder of the deck; undefined if it must not be read or does not exist. Files outside of the root
   * are added to `outsidePaths`.
   */
  const nameIfReadable = (path: string, isReadable: (absolutePath: string) => boolean): string | undefined => {
    if (isAbsolute(path)) return undefined;
    const absolutePath = resolveName(rootPath, resolve(folder, path));
    const realPath = isReadable(absolutePath) ? realFilePath(absolutePath) : undefined;
    if (realPath === undefined) return undefined;
    if (isWithin(realRoot, realPath)) return toRelativeDeckPath(folder, absolutePath);
    outsidePaths.add(path);
    return undefined;
  };
  return {
    find: (path) =>
      nameIfReadable(
        path,
        (absolutePath) =>
          basename(absolutePath) === REVEAL_MD_SETTINGS_FILE_NAME ||
          isMarkdownFile(absolutePath) ||
          PICTURE_EXTENSIONS.has(extname(absolutePath).toLowerCase()) ||
          VIDEO_EXTENSIONS.has(extname(absolutePath).toLowerCase()) ||
          DATA_EXTENSIONS.has(extname(absolutePath).toLowerCase()),
      ),
    music(path) {
      const name = nameIfReadable(path, isMusicFile);
      return name === undefined ? undefined : resolve(folder, name);
    },
    text: async (name) => (await readFile(resolve(folder, name))).toString('utf8'),
    assertNoneOutside() {
      const [firstOutsidePath] = outsidePaths;
      if (firstOutsidePath !== undefined)
        throw new CommandError(
          `${deck} names ${firstOutsidePath}, which is outside of ${root ?? 'its folder'} and was not read. If you trust the deck, add --root and a folder that contains both.`,
        );
    },
  };
}
