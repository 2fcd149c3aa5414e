import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, relative, resolve, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { CommandError, UsageError } from '#emulators/host/command-errors.ts';
import {
  canDrawOriginalLookOfDeckKind,
  DECK_FORMATS,
  DECK_KINDS,
  DECK_MEDIA_TYPE_BY_ENDING,
  type DeckMediaType,
  mediaTypesOfDeckKind,
} from '#engine/deck-reading/deck-formats.ts';
import { DECK_LIMITS } from '#engine/deck-reading/deck-limits.ts';
import { DeckRefusal } from '#engine/deck-reading/deck-warning.ts';
import { deckKindOf, detectDeckContainer } from '#engine/deck-reading/detect-deck.ts';
import { looksLikeHtml } from '#engine/deck-reading/looks-like-html.ts';
import type { readMarkdownDeck } from '#engine/deck-reading/markdown/read-markdown-deck.ts';
import { findUnsupportedFileKind, UNSUPPORTED_FILES } from '#engine/deck-reading/unsupported-files.ts';
import { captionsOfFrontMatter, loadMusicOfFrontMatter } from './deck-output.ts';
import { parseDeckUrlArgument } from './deck-url.ts';
import type { LoadedMusicFile } from './music-file.ts';
import { isMarkdownFile, openDeckFolder, toRelativeDeckPath } from './open-deck-folder.ts';

/** A deck in the form in which it is uploaded. */
export interface LoadedDeck {
  /** The name of its file, without the folder. */
  name: string;
  contentType: DeckMediaType;
  bytes: Uint8Array;
  /** The PDF that was exported from a PPTX or an ODP. */
  pdf?: Uint8Array | undefined;
  /** The captions that its front matter asks for; absent: none. */
  captions?: ReturnType<typeof captionsOfFrontMatter>;
  /** The music that its front matter names; absent: none. */
  music?: LoadedMusicFile;
  /** The absolute paths of all files that were read; the first is the deck. */
  files: string[];
  /** The path, within a zip with several Markdown files, of the one that is the deck. */
  deck_file?: string;
}

/** A deck that the service fetches. */
export interface DeckToFetch {
  /** Its address. */
  name: string;
  url: string;
  /** As in `LoadedDeck`. */
  pdf?: Uint8Array | undefined;
}

/** Options of `loadDeck`. */
export interface LoadDeckOptions {
  /** The path of the PDF that was exported from a PPTX or an ODP. */
  pdf?: string | undefined;
  /** The folder within which a Markdown deck may name files; by default the folder of the deck. */
  root?: string | undefined;
}

const MARKDOWN_MEDIA_TYPE = DECK_FORMATS.markdown.mediaType;
const HTML_MEDIA_TYPE = DECK_FORMATS.html.mediaType;

/** Media types by extension. Text files are read as Markdown. */
const TYPE_BY_EXTENSION: ReadonlyMap<string, DeckMediaType> = new Map([
  ...[...DECK_MEDIA_TYPE_BY_ENDING].map(([ending, type]): [string, DeckMediaType] => [`.${ending}`, type]),
  ['.txt', MARKDOWN_MEDIA_TYPE],
]);

/** The largest number of slides that are read here: above the limits of all plans, because the service checks the number. */
const MAX_SLIDES = 10_000;
/** The time of all entries of a zip, so that two zips of the same files have the same bytes. */
const ZIP_TIME = new Date('2020-01-01T00:00:00Z');

/** A number of slides as text: `1 slide`, `2 slides`. */
export const slideCountText = (count: number): string => `${count} ${count === 1 ? 'slide' : 'slides'}`;

/** Slides by their numbers as text: `slide 3`, `slides 3, 5`; each number once. Undefined without numbers. */
export function slideNumbersText(numbers: readonly number[]): string | undefined {
  const distinctNumbers = [...new Set(numbers)];
  if (distinctNumbers.length === 0) return undefined;
  return `${distinctNumbers.length === 1 ? 'slide' : 'slides'} ${distinctNumbers.join(', ')}`;
}

/**
 * The paths, relative to the folder of a text deck, of the files that it names (pictures, videos, and Markdown of further slides), and the
 * settings of the video in its front matter.
 * @throws CommandError if it names a file outside `root`, or outside its folder
 */
async function readNamedFiles(
  text: string,
  path: string,
  root: string | undefined,
  readDeck: typeof readMarkdownDeck,
): Promise<{ namedFiles: string[]; videoFields: Pick<LoadedDeck, 'captions' | 'music'>; music: string[] }> {
  const namedFiles = new Set<string>();
  const readable = openDeckFolder(path, root);
  const files = {
    find: readable.find,
    text(name: string) {
      namedFiles.add(name);
      return readable.text(name);
    },
  };
  const { slides, output = {} } = await readDeck(text, { maxSlides: MAX_SLIDES, files });
  const [captions, music] = [captionsOfFrontMatter(output), loadMusicOfFrontMatter(output, readable)];
  readable.assertNoneOutside();
  for (const { image, images = [], video } of slides)
    for (const { source } of [...(image ? [image] : []), ...images, ...(video ? [video] : [])])
      if (source.from === 'path') namedFiles.add(source.path);
  return {
    namedFiles: [...namedFiles].filter((name) => resolve(dirname(path), name) !== resolve(path)),
    videoFields: { ...(Object.keys(captions).length > 0 ? { captions } : {}), ...(music ? { music } : {}) },
    music: music ? [music.path] : [],
  };
}

/** The media type of a deck, by its extension. @throws CommandError for another extension, because any text could be read as Markdown */
function mediaTypeOf(path: string): DeckMediaType {
  const extension = extname(path).toLowerCase();
  const type = TYPE_BY_EXTENSION.get(extension);
  if (type !== undefined) return type;
  const unsupportedKind = findUnsupportedFileKind(path);
  if (unsupportedKind !== undefined) throw new CommandError(`${path}: ${UNSUPPORTED_FILES[unsupportedKind].advice}`);
  const knownExtensions = [...TYPE_BY_EXTENSION.keys()].join(', ');
  throw new CommandError(`${path}: a deck is one of ${knownExtensions}. Export yours as PPTX or PDF.`);
}

/**
 * A zip of a text deck and the files that it names. The root of the zip is the deepest folder that contains all of them. `deck_file` is set
 * if the zip has several Markdown files.
 */
async function packDeck(
  path: string,
  deck: Uint8Array,
  namedFiles: readonly string[],
): Promise<Pick<LoadedDeck, 'bytes' | 'deck_file'>> {
  const folder = dirname(resolve(path));
  const filePaths = namedFiles.map((name) => resolve(folder, name));
  let zipRoot = folder;
  while (filePaths.some((filePath) => relative(zipRoot, filePath).startsWith(`..${sep}`))) zipRoot = dirname(zipRoot);
  const pathInZip = (filePath: string): string => toRelativeDeckPath(zipRoot, filePath);
  const totalBytes = filePaths.reduce((sum, filePath) => sum + statSync(filePath).size, deck.byteLength);
  if (totalBytes > DECK_LIMITS.file_bytes)
    throw new CommandError(
      `The deck and the pictures and videos that it names have more than ${DECK_LIMITS.file_bytes / 2 ** 20} MB.`,
    );
  const zip = new ZipFile();
  const entryOptions = { mtime: ZIP_TIME };
  const deckPathInZip = pathInZip(resolve(path));
  zip.addBuffer(Buffer.from(deck), deckPathInZip, entryOptions);
  for (const filePath of new Set(filePaths)) zip.addFile(filePath, pathInZip(filePath), entryOptions);
  zip.end();
  return {
    bytes: await buffer(zip.outputStream),
    ...(namedFiles.some(isMarkdownFile) ? { deck_file: deckPathInZip } : {}),
  };
}

/** The reader of a text deck: HTML or Markdown. It is loaded only for such a deck, because its packages take long to load. */
const readerOf = async (totalBytes: Uint8Array): Promise<typeof readMarkdownDeck> =>
  looksLikeHtml(totalBytes)
    ? (await import('#engine/deck-reading/html/read-html-deck.ts')).readHtmlDeck
    : (await import('#engine/deck-reading/markdown/read-markdown-deck.ts')).readMarkdownDeck;

/** The result of `read`. @throws CommandError with the path, instead of the DeckRefusal of a refused deck */
function withFileName<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof DeckRefusal ? new CommandError(`${path}: ${error.message}`) : error;
  }
}

/**
 * Reads a deck from a file. A Markdown or HTML deck that names other files becomes a zip with these files.
 * @throws CommandError for a file that is not a deck, is damaged, or names files outside of its folder
 */
export async function loadDeck(path: string, { pdf, root }: LoadDeckOptions = {}): Promise<LoadedDeck> {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new CommandError(`${path} is a folder. Name a file in it.`);
  const bytes = await readFile(path);
  const name = basename(path);
  const contentType = mediaTypeOf(path);
  if (
    pdf !== undefined &&
    !DECK_KINDS.some((kind) => canDrawOriginalLookOfDeckKind(kind) && mediaTypesOfDeckKind(kind).includes(contentType))
  )
    throw new CommandError('--pdf: only a PPTX or an ODP can be sent with a PDF.');
  const pdfField = pdf === undefined ? {} : { pdf: await readFile(pdf) };
  const files = [path, ...(pdf === undefined ? [] : [pdf])].map((each) => resolve(each));
  if (contentType !== MARKDOWN_MEDIA_TYPE && contentType !== HTML_MEDIA_TYPE) {
    if (withFileName(path, () => detectDeckContainer(bytes)) === 'text')
      throw new CommandError(
        `${path} is damaged or is not a ${extname(path)} file: it contains text. Export it again.`,
      );
    withFileName(path, () => deckKindOf(bytes));
    return { name, contentType, bytes, files, ...pdfField };
  }
  if (bytes.includes(0))
    throw new CommandError(`${path} is not a text file: a deck is one of ${[...TYPE_BY_EXTENSION.keys()].join(', ')}.`);
  const readingNamedFiles = readNamedFiles(bytes.toString('utf8'), path, root, await readerOf(bytes));
  const { namedFiles, videoFields, music } = await readingNamedFiles.catch((error: unknown) => {
    throw error instanceof DeckRefusal ? new CommandError(`${path}: ${error.message}`) : error;
  });
  files.push(...music);
  if (namedFiles.length === 0) return { name, contentType, bytes, files, ...videoFields };
  files.push(...namedFiles.map((each) => resolve(dirname(path), each)));
  return { name, contentType: 'application/zip', ...(await packDeck(path, bytes, namedFiles)), files, ...videoFields };
}

/**
 * Reads a deck from a file; for an address, returns it, because the service fetches the deck itself.
 * @throws CommandError as `loadDeck`
 * @throws UsageError for an option that is only for files
 */
export async function loadDeckUnlessUrl(
  deck: string,
  options: LoadDeckOptions = {},
): Promise<LoadedDeck | DeckToFetch> {
  const address = parseDeckUrlArgument(deck);
  if (!address) return loadDeck(deck, options);
  if (options.root !== undefined) throw new UsageError('--root: a deck at an address has no folder. Leave it out.');
  const { url } = address;
  return { name: url, url, ...(options.pdf === undefined ? {} : { pdf: await readFile(options.pdf) }) };
}
