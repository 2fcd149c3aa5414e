import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, relative, resolve, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { CommandError, UsageError } from '#emulators/host/command-errors.ts';
import {
  DECK_FORMATS,
  DECK_KINDS,
  DECK_TYPE_BY_ENDING,
  type DeckType,
  isShapeKind,
  typesOfKind,
} from '#engine/deck-reading/deck-formats.ts';
import { DECK_LIMITS } from '#engine/deck-reading/deck-limits.ts';
import { DeckRefusal } from '#engine/deck-reading/deck-warning.ts';
import { deckKindOf, detectContainer } from '#engine/deck-reading/detect-deck.ts';
import { FOREIGN_FILES, foreignKindOf } from '#engine/deck-reading/foreign-files.ts';
import { looksLikeHtml } from '#engine/deck-reading/looks-like-html.ts';
import type { readMarkdown } from '#engine/deck-reading/markdown/read-markdown.ts';
import { deckAddress } from './deck-address.ts';
import { deckRoot, isMarkdownFile } from './deck-root.ts';

/** A deck as it is sent to the service. */
export interface LoadedDeck {
  /** Its file, without the folder. */
  name: string;
  contentType: DeckType;
  bytes: Uint8Array;
  /** The PDF that a PPTX or an ODP was exported to. */
  pdf?: Uint8Array | undefined;
  /** The files that it was read from, as absolute paths; its own is the first. */
  files: string[];
  /** The Markdown file of a zip that is the deck, where there are several. */
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

export interface LoadDeckOptions {
  /** The file of the PDF that a PPTX or an ODP was exported to. */
  pdf?: string | undefined;
  /** The folder within which a Markdown deck may name files; by default its own. */
  root?: string | undefined;
}

const MARKDOWN = DECK_FORMATS.markdown.mediaType;
const HTML = DECK_FORMATS.html.mediaType;

/** Media types by the ends of names. Text is read as Markdown. */
const TYPES: ReadonlyMap<string, DeckType> = new Map([
  ...[...DECK_TYPE_BY_ENDING].map(([ending, type]): [string, DeckType] => [`.${ending}`, type]),
  ['.txt', MARKDOWN],
]);

/** More slides than any plan allows: the service counts them. */
const MAX_SLIDES = 10_000;
/** Zips carry times; a deck packed twice is the same. */
const PACKED_AT = new Date('2020-01-01T00:00:00Z');

/** `1 slide`, `2 slides` */
export const countSlides = (count: number): string => `${count} ${count === 1 ? 'slide' : 'slides'}`;

/**
 * The files next to a Markdown deck that it names: pictures, and Markdown of other slides. Paths are relative to its folder.
 * @throws CommandError when it names a file outside of `root`, or of its folder
 */
async function filesNextTo(
  text: string,
  path: string,
  root: string | undefined,
  read: typeof readMarkdown,
): Promise<string[]> {
  const named = new Set<string>();
  const readable = deckRoot(path, root);
  const files = {
    find: readable.find,
    text(name: string) {
      named.add(name);
      return readable.text(name);
    },
  };
  const { slides } = await read(text, { maxSlides: MAX_SLIDES, files });
  readable.refuseOutside();
  for (const { image } of slides) if (image?.source.from === 'path') named.add(image.source.path);
  return [...named].filter((name) => resolve(dirname(path), name) !== resolve(path));
}

/** @throws CommandError for a file of another kind: read as Markdown, a list of packages would become a video */
function typeOf(path: string): DeckType {
  const extension = extname(path).toLowerCase();
  const type = TYPES.get(extension);
  if (type !== undefined) return type;
  const foreign = foreignKindOf(path);
  if (foreign !== undefined) throw new CommandError(`${path}: ${FOREIGN_FILES[foreign].advice}`);
  const known = [...TYPES.keys()].join(', ');
  throw new CommandError(`${path}: a deck is one of ${known}. Export yours as PPTX or PDF.`);
}

/** A zip of a Markdown deck and what it names, whose top is the folder that has them all; `deck_file` where several may be the deck. */
async function packDeck(
  path: string,
  deck: Uint8Array,
  beside: readonly string[],
): Promise<Pick<LoadedDeck, 'bytes' | 'deck_file'>> {
  const folder = dirname(resolve(path));
  const places = beside.map((name) => resolve(folder, name));
  let top = folder;
  while (places.some((place) => relative(top, place).startsWith(`..${sep}`))) top = dirname(top);
  const inZip = (place: string): string => relative(top, place).split(sep).join('/');
  const bytes = places.reduce((sum, place) => sum + statSync(place).size, deck.byteLength);
  if (bytes > DECK_LIMITS.file_bytes)
    throw new CommandError(`The deck and its pictures have more than ${DECK_LIMITS.file_bytes / 2 ** 20} MB.`);
  const zip = new ZipFile();
  const options = { mtime: PACKED_AT };
  const own = inZip(resolve(path));
  zip.addBuffer(Buffer.from(deck), own, options);
  for (const place of new Set(places)) zip.addFile(place, inZip(place), options);
  zip.end();
  return {
    bytes: await buffer(zip.outputStream),
    ...(beside.some(isMarkdownFile) ? { deck_file: own } : {}),
  };
}

/** The reader of a deck that is text. Loaded for such a deck only: its packages are a third of what the command loads. */
const readerOf = async (bytes: Uint8Array): Promise<typeof readMarkdown> =>
  looksLikeHtml(bytes)
    ? (await import('#engine/deck-reading/html/read-html.ts')).readHtml
    : (await import('#engine/deck-reading/markdown/read-markdown.ts')).readMarkdown;

/** Returns the result of `read`. @throws CommandError that names the file, for a deck that is refused */
function refusing<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof DeckRefusal ? new CommandError(`${path}: ${error.message}`) : error;
  }
}

/**
 * Reads a deck from a file; a Markdown deck that names files next to it becomes a zip of them all.
 * @throws CommandError for a file that cannot be read, is no deck, or names files outside of its folder
 */
export async function loadDeck(path: string, { pdf, root }: LoadDeckOptions = {}): Promise<LoadedDeck> {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new CommandError(`${path} is a folder. Name a file in it.`);
  const bytes = await readFile(path);
  const name = basename(path);
  const contentType = typeOf(path);
  if (pdf !== undefined && !DECK_KINDS.some((kind) => isShapeKind(kind) && typesOfKind(kind).includes(contentType)))
    throw new CommandError('--pdf: only a PPTX or an ODP can be sent with a PDF.');
  const beside = pdf === undefined ? {} : { pdf: await readFile(pdf) };
  const files = [path, ...(pdf === undefined ? [] : [pdf])].map((each) => resolve(each));
  if (contentType !== MARKDOWN && contentType !== HTML) {
    if (refusing(path, () => detectContainer(bytes)) === 'text')
      throw new CommandError(
        `${path} is damaged or is not a ${extname(path)} file: it contains text. Export it again.`,
      );
    refusing(path, () => deckKindOf(bytes));
    return { name, contentType, bytes, files, ...beside };
  }
  if (bytes.includes(0))
    throw new CommandError(`${path} is not a text file: a deck is one of ${[...TYPES.keys()].join(', ')}.`);
  const named = await filesNextTo(bytes.toString('utf8'), path, root, await readerOf(bytes)).catch((error: unknown) => {
    throw error instanceof DeckRefusal ? new CommandError(`${path}: ${error.message}`) : error;
  });
  if (named.length === 0) return { name, contentType, bytes, files };
  files.push(...named.map((each) => resolve(dirname(path), each)));
  return { name, contentType: 'application/zip', ...(await packDeck(path, bytes, named)), files };
}

/**
 * Reads a deck from a file, or takes its address: the service fetches and judges what is there.
 * @throws CommandError as `loadDeck` does @throws UsageError for options that no address has
 */
export async function loadNamedDeck(deck: string, options: LoadDeckOptions = {}): Promise<LoadedDeck | DeckToFetch> {
  const address = deckAddress(deck);
  if (!address) return loadDeck(deck, options);
  if (options.root !== undefined) throw new UsageError('--root: a deck at an address has no folder. Leave it out.');
  const { url } = address;
  return { name: url, url, ...(options.pdf === undefined ? {} : { pdf: await readFile(options.pdf) }) };
}
