import type { Nodes, Root } from 'hast';
import { raw } from 'hast-util-raw';
import { DECK_LIMITS } from '../deck-limits.ts';
import { DeckRefusal } from '../deck-warning.ts';

/** Tags of a page. Real decks have some thousands; those of 100 slides with code that is coloured, 60,000. */
const MAX_TAGS = 200_000;
/** How deep elements may lie in one another. Real pages are at most 40 deep. */
const MAX_DEPTH = 200;

const TAG = /<(\/?)([a-z][^\s/>]*)/gi;
/** Elements that hold nothing, and those that end without their own end tag. */
const NOT_COUNTED = new Set(
  'area base br col embed hr img input link meta param source track wbr p li dt dd tr td th thead tbody tfoot colgroup caption option optgroup rp rt html head body'.split(
    ' ',
  ),
);

/** Elements of the look of a text: one that is not ended is opened again in every element that follows. */
const FORMATTING = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));
/** Elements within a line: they open none of these again. */
const PHRASES = new Set([
  ...FORMATTING,
  ...'span br img sub sup q mark kbd samp var label input wbr svg path'.split(' '),
]);
/** Formatting elements that may be opened again, over the whole page. 200,000 took 1.1 s and 260 MB; real pages have some hundreds. */
const MAX_REOPENED = 150_000;

const tooLarge = (why: string): DeckRefusal => new DeckRefusal('import_too_large', `${why} Export the deck as PDF.`);

const tooDeep = (cause?: unknown): DeckRefusal =>
  new DeckRefusal('import_invalid', 'Elements of the page are nested too deeply. Export the deck as PDF.', cause);

/**
 * Refuses a page before it is parsed that would take long or much memory: parsing is slower the deeper elements lie.
 * @throws DeckRefusal
 */
function checkTags(html: string): void {
  let [tags, depth, formatting, reopened] = [0, 0, 0, 0];
  const open = new Map<string, number>();
  for (const [, slash, written = ''] of html.matchAll(TAG)) {
    const name = written.toLowerCase();
    tags += 1;
    if (!PHRASES.has(name)) reopened += formatting;
    if (tags > MAX_TAGS) throw tooLarge(`The page has more than ${MAX_TAGS} tags.`);
    if (reopened > MAX_REOPENED) throw tooLarge('Elements of the page such as <font> are opened and not ended.');
    if (NOT_COUNTED.has(name)) continue;
    const count = open.get(name) ?? 0;
    // The end of an element that is not open ends nothing.
    if (slash === '/' && count === 0) continue;
    const change = slash === '/' ? -1 : 1;
    open.set(name, count + change);
    depth += change;
    if (FORMATTING.has(name)) formatting += change;
    if (depth > MAX_DEPTH) throw tooDeep();
  }
}

/** Elements keep the line on which they stand as an attribute. */
function noteLines(node: Nodes, depth = 0): void {
  if (depth > 2 * MAX_DEPTH) throw tooDeep();
  if (node.type === 'element') {
    const line = node.position?.start.line;
    if (line === undefined) delete node.properties.dataLine;
    else node.properties.dataLine = line;
  }
  if ('children' in node) for (const child of node.children) noteLines(child, depth + 1);
}

/**
 * A page of HTML as a tree, whose elements have `dataLine`: their line, from 1. Nothing in it is run or loaded.
 * @throws DeckRefusal for a page that is too large or too deep
 */
export function parseHtml(html: string): Root {
  if (Buffer.byteLength(html) > DECK_LIMITS.text_bytes)
    throw new DeckRefusal('import_too_large', `The page has more than ${DECK_LIMITS.text_bytes / 2 ** 20} MB.`);
  checkTags(html);
  const start = { line: 1, column: 1, offset: 0 };
  try {
    const tree = raw({
      type: 'root',
      children: [{ type: 'raw', value: html, position: { start, end: start } }],
    });
    const root: Root = tree.type === 'root' ? tree : { type: 'root', children: [] };
    noteLines(root);
    return root;
  } catch (error) {
    throw error instanceof RangeError ? tooDeep(error) : error;
  }
}
