import type { Nodes, Root } from 'hast';
import { raw } from 'hast-util-raw';
import { DECK_LIMITS } from '../deck-limits.ts';
import { DeckRefusal } from '../deck-warning.ts';

/** The highest number of tags in a page. Real decks have some thousands; 100 slides with highlighted code have 60,000. */
const MAX_TAGS = 200_000;
/** The deepest nesting of elements. Real pages have at most 40. */
const MAX_DEPTH = 200;

const TAG = /<(\/?)([a-z][^\s/>]*)/gi;
/**
 * Void elements, and those whose end tag may be omitted, https://html.spec.whatwg.org/multipage/syntax.html#optional-tags: the depth of
 * nesting does not follow from their start tags.
 */
const WITHOUT_REQUIRED_END_TAG = new Set(
  'area base br col embed hr img input link meta param source track wbr p li dt dd tr td th thead tbody tfoot colgroup caption option optgroup rp rt html head body'.split(
    ' ',
  ),
);

/**
 * Formatting elements, https://html.spec.whatwg.org/multipage/parsing.html#formatting. The parser reconstructs one without an end tag in
 * every block that follows.
 */
const FORMATTING_ELEMENTS = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));
/** Elements within a line, in which no formatting element is reconstructed. */
const INLINE_ELEMENTS = new Set([
  ...FORMATTING_ELEMENTS,
  ...'span br img sub sup q mark kbd samp var label input wbr svg path'.split(' '),
]);
/** The highest number of reconstructed formatting elements. 200,000 took 1.1 s and 260 MB; real pages have some hundreds. */
const MAX_RECONSTRUCTED = 150_000;

const createTooLargeRefusal = (reason: string): DeckRefusal =>
  new DeckRefusal('import_too_large', `${reason} Export the deck as PDF.`);

const createTooDeepRefusal = (cause?: unknown): DeckRefusal =>
  new DeckRefusal('import_invalid', 'Elements of the page are nested too deeply. Export the deck as PDF.', cause);

/**
 * Checks the tags of a page before it is parsed: the time and the memory of the parser rise with their number and depth.
 * @throws DeckRefusal for more than `MAX_TAGS`, `MAX_DEPTH` or `MAX_RECONSTRUCTED`
 */
function checkTags(html: string): void {
  let [tagCount, depth, openFormattingCount, reconstructedCount] = [0, 0, 0, 0];
  const openCountByName = new Map<string, number>();
  for (const [, slash, tagName = ''] of html.matchAll(TAG)) {
    const name = tagName.toLowerCase();
    tagCount += 1;
    if (!INLINE_ELEMENTS.has(name)) reconstructedCount += openFormattingCount;
    if (tagCount > MAX_TAGS) throw createTooLargeRefusal(`The page has more than ${MAX_TAGS} tags.`);
    if (reconstructedCount > MAX_RECONSTRUCTED)
      throw createTooLargeRefusal('Elements of the page such as <font> are opened and not ended.');
    if (WITHOUT_REQUIRED_END_TAG.has(name)) continue;
    const openCount = openCountByName.get(name) ?? 0;
    // The parser ignores the end tag of an element that is not open.
    if (slash === '/' && openCount === 0) continue;
    const change = slash === '/' ? -1 : 1;
    openCountByName.set(name, openCount + change);
    depth += change;
    if (FORMATTING_ELEMENTS.has(name)) openFormattingCount += change;
    if (depth > MAX_DEPTH) throw createTooDeepRefusal();
  }
}

/** Writes the line of each element, from 1, into its property `dataLine`. */
function recordLines(node: Nodes, depth = 0): void {
  if (depth > 2 * MAX_DEPTH) throw createTooDeepRefusal();
  if (node.type === 'element') {
    const line = node.position?.start.line;
    if (line === undefined) delete node.properties.dataLine;
    else node.properties.dataLine = line;
  }
  if ('children' in node) for (const child of node.children) recordLines(child, depth + 1);
}

/**
 * Parses an HTML page into a tree whose elements have the property `dataLine`: their line, from 1. Nothing in the page is run or loaded.
 * @param treeKind `document`: the tree has the elements `html`, `head` and `body`; `fragment`: only the content of these
 * @throws DeckRefusal for a page with more than 8 MB, with too many tags, or with elements that are nested too deeply
 */
export function parseHtml(html: string, treeKind: 'fragment' | 'document' = 'fragment'): Root {
  if (Buffer.byteLength(html) > DECK_LIMITS.text_bytes)
    throw new DeckRefusal('import_too_large', `The page has more than ${DECK_LIMITS.text_bytes / 2 ** 20} MB.`);
  checkTags(html);
  const startPoint = { line: 1, column: 1, offset: 0 };
  try {
    const tree = raw({
      type: 'root',
      children: [
        ...(treeKind === 'document' ? [{ type: 'doctype' as const }] : []),
        { type: 'raw', value: html, position: { start: startPoint, end: startPoint } },
      ],
    });
    const root: Root = tree.type === 'root' ? tree : { type: 'root', children: [] };
    recordLines(root);
    return root;
  } catch (error) {
    throw error instanceof RangeError ? createTooDeepRefusal(error) : error;
  }
}
