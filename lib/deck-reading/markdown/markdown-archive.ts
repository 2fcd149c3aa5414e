import { posix } from 'node:path';
import { DECK_LIMITS } from '../deck-limits.ts';
import { DeckRefusal } from '../deck-warning.ts';
import { openZip } from '../zip-archive.ts';
import type { DeckFiles } from './read-markdown.ts';

/** A zip with a Markdown deck and its pictures. */
export interface MarkdownArchive {
  markdown: string;
  /** Folder of the deck in the archive; empty: its top. */
  folder: string;
  files: DeckFiles;
  /** The bytes of a picture. @throws DeckRefusal when it is damaged or has more than 50 MB */
  medium(name: string): Promise<Buffer>;
}

const MARKDOWN = /\.(?:md|markdown)$/i;
/** Folders that programs write beside a deck. */
const FOREIGN = /(?:^|\/)(?:__MACOSX|node_modules|\.[^/]+)\//;
/** Names that decks usually have, the most usual first. */
const USUAL = ['slides', 'deck', 'presentation', 'talk', 'index'];
const NO_DECK = /^(?:readme|license|changelog|contributing)$/i;
const NAMED = 5;

const stemOf = (name: string): string => posix.basename(name).replace(MARKDOWN, '');
const depthOf = (name: string): number => name.split('/').length;

/** The Markdown file that is the deck: the only one, or the one of a usual name nearest to the top. */
function deckAmong(names: readonly string[]): string {
  const found = names.filter((name) => MARKDOWN.test(name) && !FOREIGN.test(name));
  const depth = Math.min(...found.map(depthOf));
  const top = found.filter((name) => depthOf(name) === depth);
  const usual = USUAL.map((stem) => top.find((name) => stemOf(name).toLowerCase() === stem)).find(Boolean);
  const others = top.filter((name) => !NO_DECK.test(stemOf(name)));
  const [only] = found.length === 1 ? found : others.length === 1 ? others : [usual];
  if (only !== undefined) return only;
  if (found.length === 0)
    throw new DeckRefusal('import_invalid', 'The archive is neither a PPTX nor does it hold a Markdown file (.md).');
  throw new DeckRefusal(
    'import_invalid',
    `The archive holds several Markdown files (${top.slice(0, NAMED).join(', ')}). Name the deck slides.md, or leave out the others.`,
  );
}

/**
 * Opens a zip of a Markdown deck without trust.
 * @throws DeckRefusal for what `openZip` refuses, and for a zip that holds no Markdown, or several files of it
 */
export async function openMarkdownArchive(file: Uint8Array): Promise<MarkdownArchive> {
  const zip = await openZip(file);
  const name = deckAmong(zip.names);
  const folder = posix.dirname(name);
  const text = async (entry: string): Promise<string> =>
    (await zip.read(entry, DECK_LIMITS.text_bytes)).toString('utf8');
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
