import type { Nodes, Root } from 'hast';
import { raw } from 'hast-util-raw';
import type { Root as MarkdownRoot } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import { DeckRefusal } from '../deck-warning.ts';
import { refuseCostlyMarkdown } from './parsing-bounds.ts';
import { restorePrices } from './restore-prices.ts';

/** The text between two dollar signs of a line. The second one is not consumed, because another pair may start there. */
const BETWEEN_DOLLARS = /(?<![\\$\d])\$(?=[^\s$])([^$\n]+)(?<=\S)(?=\$(?!\d))/g;
const FORMULA_CHARACTER = /[\\^_={]/;
const ONE_LETTER_FORMULA = /(?<![\\$\w])\$[A-Za-z]\$(?!\w)/;

/**
 * Reports whether a text has formulas between single dollar signs, as in `$x^2$`; `$5 and $10` are prices. The time is linear in the
 * length of the text.
 */
function hasInlineMath(text: string): boolean {
  if (ONE_LETTER_FORMULA.test(text)) return true;
  for (const [, formula = ''] of text.matchAll(BETWEEN_DOLLARS)) if (FORMULA_CHARACTER.test(formula)) return true;
  return false;
}

/** A block of a document that is not nested in another one. */
export interface TopLevelBlock {
  /** Type of the node in mdast, https://github.com/syntax-tree/mdast, such as `heading` or `thematicBreak`. */
  type: string;
  /** Depth of a heading, from 1 to 6; undefined for other blocks. */
  depth?: number | undefined;
  /** Its first line, from 0. */
  start: number;
  /** Its last line, from 0, inclusive. */
  end: number;
}

/** Parses Markdown into mdast. @throws DeckRefusal as `refuseCostlyMarkdown` does, and for blocks that are nested too deeply */
function parseBlocks(text: string): MarkdownRoot {
  try {
    refuseCostlyMarkdown(text);
    const hasMath = hasInlineMath(text);
    const root = fromMarkdown(text, {
      extensions: [gfm({ singleTilde: false }), math({ singleDollarTextMath: hasMath })],
      mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
    });
    if (hasMath) restorePrices(root, text);
    return root;
  } catch (error) {
    throw toRefusal(error);
  }
}

/** The refusal for an exhausted call stack; any other error as it is. */
const toRefusal = (error: unknown): unknown =>
  error instanceof RangeError
    ? new DeckRefusal('import_invalid', 'Blocks or tags of the Markdown are nested too deeply.', error)
    : error;

/** The blocks of a document that are not nested, in their order. @throws DeckRefusal if blocks are nested too deeply */
export const parseTopLevelBlocks = (text: string): TopLevelBlock[] =>
  parseBlocks(text).children.map((node) => ({
    type: node.type,
    depth: node.type === 'heading' ? node.depth : undefined,
    start: (node.position?.start.line ?? 1) - 1,
    end: (node.position?.end.line ?? 1) - 1,
  }));

const COMMENT_START = '<!--';
/** The line number that `recordLines` writes at the start of a comment. */
const LINE_MARK = /^@(\d+)@/;

// A name matches only as a whole: otherwise a long unclosed name would be tried at each of its letters.
const SELF_CLOSED_TAG = /<([a-zA-Z][\w:.-]*)(?![\w:.-])((?:[^<>"']|"[^"]*"|'[^']*')*)\/>/g;
/** Void elements of HTML, https://html.spec.whatwg.org/multipage/syntax.html#void-elements. */
const VOID_ELEMENT = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/** Adds end tags to self-closed elements of Vue. HTML ignores `/>`, so that an `<iframe />` would contain the rest of the slide. */
const addEndTags = (html: string): string =>
  html.replace(SELF_CLOSED_TAG, (tag, name: string, attributes: string) =>
    VOID_ELEMENT.test(name) ? tag : `<${name}${attributes}></${name}>`,
  );

/**
 * Writes line numbers, and the words after the language of a fence, into attributes of elements, and line numbers into texts of comments:
 * parsing HTML within Markdown loses them.
 */
function recordLines(node: Nodes): void {
  const line = node.position?.start.line;
  if (node.type === 'element' && line !== undefined) node.properties.dataLine = line;
  // The attribute in which reveal.js names the highlighted lines.
  if (node.type === 'element' && node.data?.meta) node.properties.dataLineNumbers = node.data.meta;
  if (node.type === 'raw') {
    if (!node.value.startsWith(COMMENT_START)) node.value = addEndTags(node.value);
    else if (line !== undefined) node.value = `${COMMENT_START}@${line}@${node.value.slice(COMMENT_START.length)}`;
  }
  if ('children' in node) node.children.forEach(recordLines);
}

/**
 * Separates a comment of `parseMarkdownPageToHast` into its text and its line in the page, from 1. `line` is undefined for a comment without
 * a line mark, such as one of another parser; its text is then all of `value`.
 */
export function splitLineMarkFromPageComment(value: string): { text: string; line: number | undefined } {
  const [mark = '', line] = LINE_MARK.exec(value) ?? [];
  return { text: value.slice(mark.length), line: line === undefined ? undefined : Number(line) };
}

/**
 * Parses a slide, HTML within its Markdown included. Elements of Markdown have the property `dataLine`: their line in the text, from 1.
 * @throws DeckRefusal if blocks or tags are nested too deeply
 */
export function parseMarkdownPageToHast(text: string): Root {
  const markdown = parseBlocks(text);
  try {
    const tree = toHast(markdown, { allowDangerousHtml: true });
    recordLines(tree);
    const pageTree = raw(tree);
    return pageTree.type === 'root' ? pageTree : { type: 'root', children: [] };
  } catch (error) {
    throw toRefusal(error);
  }
}
