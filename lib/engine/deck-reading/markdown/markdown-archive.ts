import { posix } from 'node:path';
import { isDescription, leastDepth, TEXT_ENDINGS, textFiles } from '../archive-texts.ts';
import { DECK_LIMITS } from '../deck-limits.ts';
import { DeckRefusal } from '../deck-warning.ts';
import { nameKey } from '../name-key.ts';
import { openZip } from '../zip-archive.ts';
import type { DeckFiles } from './read-markdown.ts';

/** A zip with a Markdown deck, or one of HTML, and its pictures. */
export interface MarkdownArchive {
  /** The text of the deck. */
  markdown: string;
  /** Folder of the deck in the archive; empty: its top. */
  folder: string;
  files: DeckFiles;
  /** The bytes of a picture. @throws DeckRefusal when it is damaged or has more than 50 MB */
  medium(name: string): Promise<Buffer>;
}

/** Texts that a deck of an archive may be. */
const TEXTS = {
  markdown: { ending: TEXT_ENDINGS.markdown, noun: 'Markdown file (.md)' },
  html: { ending: TEXT_ENDINGS.html, noun: 'page (.html)' },
};
type TextKind = keyof typeof TEXTS;
/** Names that decks usually have, the most usual first. */
const USUAL = ['slides', 'deck', 'presentation', 'talk', 'index'];
const NAMED = 5;

const stemOf = (name: string): string => posix.basename(name).replace(/\.(?:md|markdown|html?)$/i, '');

/** Slidev's `src:` line, which includes the slides of another file. */
const INCLUDE = /^[ \t]*src:[ \t]*['"]?([^'"\s#]+)/gm;
/** The most Markdown files whose includes are read; with more, the name alone decides. */
const MAX_SEARCHED = 50;

/** The path within an archive. */
const normalOf = (path: string): string => posix.normalize(path.replaceAll('\\', '/')).replace(/^\.?\//, '');

/** Markdown files from which no other one takes its slides. */
async function ownDecks(names: readonly string[], text: (name: string) => Promise<string>): Promise<string[]> {
  const taken = new Set<string>();
  for (const name of names)
    for (const [, path = ''] of (await text(name)).matchAll(INCLUDE))
      taken.add(nameKey(normalOf(path.startsWith('/') ? path : posix.join(posix.dirname(name), path))));
  return names.filter((name) => !taken.has(nameKey(name)));
}

/** The Markdown file that is the deck: the only one that no other names, or the one of a usual name nearest to the top. */
async function deckAmong(
  all: readonly string[],
  text: (name: string) => Promise<string>,
  { ending }: (typeof TEXTS)[TextKind],
): Promise<string> {
  const found = textFiles(all, ending);
  if (found.length === 0)
    throw new DeckRefusal(
      'import_invalid',
      'The archive is neither a PPTX nor an ODP, nor does it contain a Markdown file (.md) or a page (.html).',
    );
  const decks = found.length > 1 && found.length <= MAX_SEARCHED ? await ownDecks(found, text) : found;
  // Files that name each other in a circle leave none.
  const among = decks.length === 0 ? found : decks;
  const others = among.filter((name) => !isDescription(name));
  const own = others.length === 0 ? among : others;
  const depth = leastDepth(own);
  const top = own.filter((name) => leastDepth([name]) === depth);
  const usual = USUAL.map((stem) => top.find((name) => nameKey(stemOf(name)) === stem)).find(Boolean);
  const only = top.length === 1 ? top[0] : usual;
  if (only !== undefined) return only;
  throw new DeckRefusal(
    'import_invalid',
    `The archive contains several decks (${top.slice(0, NAMED).join(', ')}). Name the deck in \`deck_file\`, call it ${ending === TEXT_ENDINGS.html ? 'index.html' : 'slides.md'}, or leave out the others.`,
  );
}

/** The file that the client names as the deck. @throws DeckRefusal */
function namedDeck(names: readonly string[], deckFile: string, { ending, noun }: (typeof TEXTS)[TextKind]): string {
  const wanted = nameKey(normalOf(deckFile));
  const name = names.find((each) => nameKey(each) === wanted);
  if (name !== undefined && ending.test(name)) return name;
  throw new DeckRefusal(
    'import_invalid',
    `deck_file: ${name === undefined ? `the archive has no file ${deckFile}` : `a deck is a ${noun}`}. Send the path as the archive has it.`,
  );
}

/**
 * Opens a zip of a Markdown deck without trust.
 * @param deckFile the file in it that is the deck; undefined: it is found
 * @param kind of the deck
 * @throws DeckRefusal for what `openZip` refuses, and for a zip that has no Markdown, or several files of it
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
    deckFile === undefined
      ? await deckAmong(zip.names, text, TEXTS[kind])
      : namedDeck(zip.names, deckFile, TEXTS[kind]);
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
  };
}
