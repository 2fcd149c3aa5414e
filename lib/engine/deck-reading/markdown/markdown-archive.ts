import { posix } from 'node:path';
import {
  deckFileNamesWithEnding,
  isProjectDescriptionFile,
  smallestFolderDepth,
  TEXT_DECK_ENDING_PATTERNS,
} from '../archive-texts.ts';
import { comparableFileName } from '../comparable-file-name.ts';
import { DECK_LIMITS } from '../deck-limits.ts';
import { DeckRefusal } from '../deck-warning.ts';
import { pathInDeck } from '../path-in-deck.ts';
import { openZip } from '../zip-archive.ts';
import type { FilesNextToDeck } from './files-next-to-deck.ts';

/** A zip with a Markdown or HTML deck and its pictures. */
export interface MarkdownArchive {
  /** The text of the deck: Markdown, or HTML. */
  markdown: string;
  /** Folder of the deck in the archive; empty: the top. */
  folder: string;
  files: FilesNextToDeck;
  /** The bytes of a picture. @throws DeckRefusal if it is damaged or has more than 50 MB */
  medium(name: string): Promise<Buffer>;
  /** The bytes of a video, piece by piece. Iterating throws DeckRefusal if it is damaged or has more than 100 MB */
  video(name: string): AsyncIterable<Uint8Array>;
}

/** Kinds of text decks in an archive: the ending of their files, and their noun in messages. */
const TEXTS = {
  markdown: { ending: TEXT_DECK_ENDING_PATTERNS.markdown, noun: 'Markdown file (.md)' },
  html: { ending: TEXT_DECK_ENDING_PATTERNS.html, noun: 'page (.html)' },
};
type TextKind = keyof typeof TEXTS;
/** Common names of decks without their ending, the most common first. */
const COMMON_NAMES = ['slides', 'deck', 'presentation', 'talk', 'index'];
/** Files that a message names. */
const MAX_NAMED = 5;

const stemOf = (name: string): string => posix.basename(name).replace(/\.(?:md|markdown|html?)$/i, '');

/** Slidev's `src:` line, which includes the slides of another file. */
const INCLUDE = /^[ \t]*src:[ \t]*['"]?([^'"\s#]+)/gm;
/** The most Markdown files whose includes are read; with more, the name alone decides. */
const MAX_SEARCHED = 50;

/** A path relative to the top of an archive. */
const archivePath = (path: string): string => posix.normalize(path.replaceAll('\\', '/')).replace(/^\.?\//, '');

/** The Markdown files that no other one includes. */
async function rootDecks(names: readonly string[], text: (name: string) => Promise<string>): Promise<string[]> {
  const included = new Set<string>();
  for (const name of names)
    for (const [, path = ''] of (await text(name)).matchAll(INCLUDE))
      included.add(comparableFileName(archivePath(pathInDeck(posix.dirname(name), path))));
  return names.filter((name) => !included.has(comparableFileName(name)));
}

/**
 * Finds the file that is the deck: the only one that no other file includes, or the one with a usual name that is nearest to the top.
 * @throws DeckRefusal if there is no such file, or several
 */
async function findDeck(
  all: readonly string[],
  text: (name: string) => Promise<string>,
  { ending }: (typeof TEXTS)[TextKind],
): Promise<string> {
  const found = deckFileNamesWithEnding(all, ending);
  if (found.length === 0)
    throw new DeckRefusal(
      'import_invalid',
      'The archive is neither a PPTX nor an ODP, nor does it contain a Markdown file (.md) or a page (.html).',
    );
  const roots = found.length > 1 && found.length <= MAX_SEARCHED ? await rootDecks(found, text) : found;
  // Files that include each other in a circle leave no root.
  const candidates = roots.length === 0 ? found : roots;
  const notDescriptions = candidates.filter((name) => !isProjectDescriptionFile(name));
  const decks = notDescriptions.length === 0 ? candidates : notDescriptions;
  const depth = smallestFolderDepth(decks);
  const highest = decks.filter((name) => smallestFolderDepth([name]) === depth);
  const named = COMMON_NAMES.map((stem) => highest.find((name) => comparableFileName(stemOf(name)) === stem)).find(
    Boolean,
  );
  const deck = highest.length === 1 ? highest[0] : named;
  if (deck !== undefined) return deck;
  throw new DeckRefusal(
    'import_invalid',
    `The archive contains several decks (${highest.slice(0, MAX_NAMED).join(', ')}). Name the deck in \`deck_file\`, call it ${ending === TEXT_DECK_ENDING_PATTERNS.html ? 'index.html' : 'slides.md'}, or leave out the others.`,
  );
}

/** The file that the client names as the deck. @throws DeckRefusal if it is missing or of another kind */
function namedDeck(names: readonly string[], deckFile: string, { ending, noun }: (typeof TEXTS)[TextKind]): string {
  const wanted = comparableFileName(archivePath(deckFile));
  const name = names.find((each) => comparableFileName(each) === wanted);
  if (name !== undefined && ending.test(name)) return name;
  throw new DeckRefusal(
    'import_invalid',
    `deck_file: ${name === undefined ? `the archive has no file ${deckFile}` : `a deck is a ${noun}`}. Send the path as the archive has it.`,
  );
}

/**
 * Opens a zip with a Markdown or HTML deck. Its content is hostile: limits of size apply to every file that is read.
 * @param deckFile path of the deck in the zip; undefined: the deck is searched
 * @param kind of the deck
 * @throws DeckRefusal for a zip that `openZip` refuses, and for one without a deck, or with several
 */
export async function openMarkdownArchive(
  file: Uint8Array,
  deckFile?: string,
  kind: TextKind = 'markdown',
): Promise<MarkdownArchive> {
  const zip = await openZip(file);
  const text = async (entry: string): Promise<string> =>
    (await zip.read(entry, DECK_LIMITS.text_bytes)).toString('utf8');
  const name =
    deckFile === undefined ? await findDeck(zip.names, text, TEXTS[kind]) : namedDeck(zip.names, deckFile, TEXTS[kind]);
  const folder = posix.dirname(name);
  return {
    markdown: await text(name),
    folder: folder === '.' ? '' : folder,
    files: {
      find(path) {
        const normal = posix.normalize(path).replace(/^\.\//, '');
        return !normal.startsWith('..') && zip.has(normal) && !normal.endsWith('/') ? normal : undefined;
      },
      text,
    },
    medium: (entry) => zip.read(entry, DECK_LIMITS.medium_bytes),
    video: (entry) => zip.pieces(entry, DECK_LIMITS.video_bytes),
  };
}
