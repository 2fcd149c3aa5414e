import { cutTextWithEllipsis } from '../cut-text-with-ellipsis.ts';
import { pathInDeck } from '../path-in-deck.ts';
import type { FilesNextToDeck } from './files-next-to-deck.ts';
import type { PageWithFolder } from './include-pages-of-other-files.ts';
import { ChartDataError, checkChartDataLength } from './read-csv.ts';

/** The highest number of CSV files that are read. */
const MAX_FILES = 40;
/** The highest number of characters of a name that the report shows. */
const MAX_NAME_CHARACTERS = 120;
/** Names of CSV files in a page: in the brackets of a picture, or after the key `data` of a block. */
const NAMED_CSV_FILE = /(?:\]\([^\S\n]*<?|^[^\S\n]*data:[^\S\n]*["']?)([^\s()"'<>][^\n()"'<>]*?\.csv)\b/gim;

const TOO_MANY_FILES_ERROR = new ChartDataError(`the deck has more than ${MAX_FILES} .csv files`);

/** A function that returns the text of a CSV file next to the deck. @throws ChartDataError for a missing file, or one that is too long */
export type DeckCsvFileReader = (name: string) => string;

/** Refuses a CSV file that a chart names: it is missing, or the deck came without other files. @throws ChartDataError that names the file */
export const refuseMissingCsvFile: DeckCsvFileReader = (name) => {
  throw new ChartDataError(
    `${cutTextWithEllipsis(name, MAX_NAME_CHARACTERS).text} is not next to the deck, or is no .csv file`,
  );
};

/** Reports whether a name is that of a CSV file next to a deck; a URL is not. */
export const isCsvFileName = (name: string): boolean =>
  /\.csv$/i.test(name) && !/^(?:[a-z][a-z0-9+.-]+:|\/\/)/i.test(name);

/** A name without percent-encoding; a name that is not encoded correctly is unchanged. */
const decodeName = (name: string): string => {
  try {
    return decodeURI(name);
  } catch {
    return name;
  }
};

/**
 * Reads the CSV files that pages name, each once.
 * @returns a function that returns the text of a file by the folder of a page and the name of the file there, and throws ChartDataError as
 * `DeckCsvFileReader` does
 */
export async function readCsvFilesOfPages(
  pages: readonly PageWithFolder[],
  files: FilesNextToDeck | undefined,
): Promise<(folder: string, name: string) => string> {
  const textByPath = new Map<string, string | ChartDataError>();
  for (const { text, folder } of pages)
    for (const [, name = ''] of text.matchAll(NAMED_CSV_FILE)) {
      const path = pathInDeck(folder, decodeName(name));
      const fileName = textByPath.has(path) || !isCsvFileName(name) ? undefined : files?.find(path);
      if (fileName !== undefined && files)
        textByPath.set(
          path,
          textByPath.size < MAX_FILES ? await readBoundedText(files, fileName) : TOO_MANY_FILES_ERROR,
        );
    }
  return (folder, name) => {
    const text = textByPath.get(pathInDeck(folder, decodeName(name))) ?? refuseMissingCsvFile(name);
    if (typeof text !== 'string') throw text;
    return text;
  };
}

/** The text of a file; the error for a file that is too long, so that its text is not kept in memory. */
async function readBoundedText(files: FilesNextToDeck, name: string): Promise<string | ChartDataError> {
  const text = await files.text(name);
  try {
    checkChartDataLength(text, cutTextWithEllipsis(name, MAX_NAME_CHARACTERS).text);
    return text;
  } catch (error) {
    if (error instanceof ChartDataError) return error;
    throw error;
  }
}
