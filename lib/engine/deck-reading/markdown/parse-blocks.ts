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

/** The text between two dollar signs of a line. The second one is not consumed, because another pair may start there. */
const BETWEEN_DOLLARS = /(?<![\\$\d])\$(?=[^\s$])([^$\n]+)(?<=\S)(?=\$(?!\d))/g;
const FORMULA_CHARACTER = /[\\^_={]/;
const ONE_LETTER = /(?<![\\$\w])\$[A-Za-z]\$(?!\w)/;

/**
 * Reports whether a text has formulas between single dollar signs, as in `$x^2$`; `$5 and $10` are prices. The time is linear in the
 * length of the text.
 */
function hasInlineMath(text: string): boolean {
  if (ONE_LETTER.test(text)) return true;
  for (const [, between = ''] of text.matchAll(BETWEEN_DOLLARS)) if (FORMULA_CHARACTER.test(between)) return true;
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
function parse(text: string): MarkdownRoot {
  try {
    refuseCostlyMarkdown(text);
    return fromMarkdown(text, {
      extensions: [gfm({ singleTilde: false }), math({ singleDollarTextMath: hasInlineMath(text) })],
      mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
    });
  } catch (error) {
    throw refusalOf(error);
  }
}

/** The refusal for an exhausted call stack; any other error as it is. */
const refusalOf = (error: unknown): unknown =>
  error instanceof RangeError
    ? new DeckRefusal('import_invalid', 'Blocks or tags of the Markdown are nested too deeply.', error)
    : error;

/** The blocks of a document that are not nested, in their order. @throws DeckRefusal if blocks are nested too deeply */
export const parseTopLevelBlocks = (text: string): TopLevelBlock[] =>
  parse(text).children.map((node) => ({
    type: node.type,
    depth: node.type === 'heading' ? node.depth : undefined,
    start: (node.position?.start.line ?? 1) - 1,
    end: (node.position?.end.line ?? 1) - 1,
  }));

const COMMENT = '<!--';
/** The line number that `keepLines` writes at the start of a comment. */
const LINE_MARK = /^@(\d+)@/;

// A name matches only as a whole: otherwise a long unclosed name would be tried at each of its letters.
const SELF_CLOSED = /<([a-zA-Z][\w:.-]*)(?![\w:.-])((?:[^<>"']|"[^"]*"|'[^']*')*)\/>/g;
/** Void elements of HTML, https://html.spec.whatwg.org/multipage/syntax.html#void-elements. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/** Adds end tags to self-closed elements of Vue. HTML ignores `/>`: an `<iframe />` would contain the rest of the slide, notes too. */
const withEndTags = (html: string): string =>
  html.replace(SELF_CLOSED, (all, name: string, rest: string) =>
    VOID.test(name) ? all : `<${name}${rest}></${name}>`,
  );

/**
 * Writes line numbers, and the words after the language of a fence, into attributes of elements, and line numbers into texts of comments:
 * parsing HTML within Markdown loses them.
 */
function keepLines(node: Nodes): void {
  const line = node.position?.start.line;
  if (node.type === 'element' && line !== undefined) node.properties.dataLine = line;
  // The attribute in which reveal.js has the lines that are lit.
  if (node.type === 'element' && node.data?.meta) node.properties.dataLineNumbers = node.data.meta;
  if (node.type === 'raw') {
    if (!node.value.startsWith(COMMENT)) node.value = withEndTags(node.value);
    else if (line !== undefined) node.value = `${COMMENT}@${line}@${node.value.slice(COMMENT.length)}`;
  }
  if ('children' in node) node.children.forEach(keepLines);
}

/** Separates a comment of `parseMarkdownPage` into its text and its line in the page, from 1; undefined for a comment of another parser. */
export function parsePageComment(value: string): { text: string; line: number | undefined } {
  const [mark = '', line] = LINE_MARK.exec(value) ?? [];
  return { text: value.slice(mark.length), line: line === undefined ? undefined : Number(line) };
}

/**
 * Parses a slide, HTML within its Markdown included. Elements of Markdown have the property `dataLine`: their line in the text, from 1.
 * @throws DeckRefusal if blocks or tags are nested too deeply
 */
export function parseMarkdownPage(text: string): Root {
  const markdown = parse(text);
  try {
    const tree = toHast(markdown, { allowDangerousHtml: true });
    keepLines(tree);
    const parsed = raw(tree);
    return parsed.type === 'root' ? parsed : { type: 'root', children: [] };
  } catch (error) {
    throw refusalOf(error);
  }
}
