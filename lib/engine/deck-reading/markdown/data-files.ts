import { cutTextWithEllipsis } from '../cut-text-with-ellipsis.ts';
import { pathInDeck } from '../path-in-deck.ts';
import type { FilesNextToDeck } from './files-next-to-deck.ts';
import type { LocatedPage } from './include-pages-of-other-files.ts';
import { ChartDataError, checkChartDataLength } from './read-csv.ts';

/** Files with data that are read, at most. */
const MAX_FILES = 40;

/** Returns the text of a CSV file next to the deck. @throws ChartDataError for a missing file, or one that is too long */
export type ReadCsvFileOfDeck = (name: string) => string;

/** Refuses any CSV file that a chart names, for decks that come without other files. @throws ChartDataError that names the file */
export const refuseCsvFile: ReadCsvFileOfDeck = (name) => {
  throw new ChartDataError(`${cutTextWithEllipsis(name, MAX_SHOWN).text} is not next to the deck, or is no .csv file`);
};

/** Characters of a name that the report shows. */
const MAX_SHOWN = 120;

/** Names of such files in a page: in brackets, as a picture has them, or behind the key of a block. */
const NAMED = /(?:\]\([^\S\n]*<?|^[^\S\n]*data:[^\S\n]*["']?)([^\s()"'<>][^\n()"'<>]*?\.csv)\b/gim;

/** Reports whether a name is that of a file with comma-separated values next to a deck. */
export const isCsvFileName = (name: string): boolean =>
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
 * @returns gives the text of a file by the folder of its page and its name there; throws ChartDataError like `ReadCsvFileOfDeck`
 */
export async function loadCsvFilesOfPages(
  pages: readonly LocatedPage[],
  files: FilesNextToDeck | undefined,
): Promise<(folder: string, name: string) => string> {
  const texts = new Map<string, string | ChartDataError>();
  for (const { text, folder } of pages)
    for (const [, name = ''] of text.matchAll(NAMED)) {
      const path = pathInDeck(folder, decoded(name));
      const found = texts.has(path) || !isCsvFileName(name) ? undefined : files?.find(path);
      if (found !== undefined && files)
        texts.set(path, texts.size < MAX_FILES ? await boundedText(files, found) : TOO_MANY);
    }
  return (folder, name) => {
    const text = texts.get(pathInDeck(folder, decoded(name))) ?? refuseCsvFile(name);
    if (typeof text !== 'string') throw text;
    return text;
  };
}

const TOO_MANY = new ChartDataError(`the deck has more than ${MAX_FILES} .csv files`);

/** The text of a file; a fault if it is too long: such a text is not kept. */
async function boundedText(files: FilesNextToDeck, name: string): Promise<string | ChartDataError> {
  const text = await files.text(name);
  try {
    checkChartDataLength(text, cutTextWithEllipsis(name, MAX_SHOWN).text);
    return text;
  } catch (error) {
    if (error instanceof ChartDataError) return error;
    throw error;
  }
}
