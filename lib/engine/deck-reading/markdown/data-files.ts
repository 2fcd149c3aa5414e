import { posix } from 'node:path';
import type { DeckFiles } from './deck-files.ts';
import type { LocatedPage } from './include-pages.ts';

/** Files with data that are read, at most, and the characters of one of them. */
const MAX_FILES = 40;
const MAX_CHARACTERS = 200_000;

/** Names of such files in a page: in brackets, as a picture has them, or behind a key of a block. */
const NAMED = /(?:\]\(\s*<?|^\s*(?:data|chart):\s*["']?)([^\s()"'<>]+\.csv)\b/gim;

/** Reports whether a name is that of a file with comma-separated values next to a deck. */
export const isDataFile = (name: string): boolean =>
  /\.csv$/i.test(name) && !/^(?:[a-z][a-z0-9+.-]+:|\/\/)/i.test(name);

const decoded = (name: string): string => {
  try {
    return decodeURI(name);
  } catch {
    return name;
  }
};

/**
 * Reads the files with comma-separated values that pages name, each once.
 * @returns the text of a file by the folder of its page and its name there; undefined: it does not exist, or is too long
 */
export async function readDataFiles(
  pages: readonly LocatedPage[],
  files: DeckFiles | undefined,
): Promise<(folder: string, name: string) => string | undefined> {
  const texts = new Map<string, string>();
  const pathOf = (folder: string, name: string): string =>
    name.startsWith('/') ? name.slice(1) : posix.join(folder, name);
  for (const { text, folder } of pages)
    for (const [, name = ''] of text.matchAll(NAMED)) {
      const path = pathOf(folder, decoded(name));
      const found = texts.has(path) || texts.size >= MAX_FILES || !isDataFile(name) ? undefined : files?.find(path);
      if (found === undefined || !files) continue;
      const content = await files.text(found);
      if (content.length <= MAX_CHARACTERS) texts.set(path, content);
    }
  return (folder, name) => texts.get(pathOf(folder, decoded(name)));
}
