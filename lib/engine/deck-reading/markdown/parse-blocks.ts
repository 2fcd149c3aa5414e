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

/** Text between two signs of one line. The second sign is not consumed, because another pair may start there. */
const BETWEEN_DOLLARS = /(?<![\\$\d])\$(?=[^\s$])([^$\n]+)(?<=\S)(?=\$(?!\d))/g;
const SIGN_OF_FORMULA = /[\\^_={]/;
const ONE_LETTER = /(?<![\\$\w])\$[A-Za-z]\$(?!\w)/;

/** Reports whether there is a `$x$` that has a sign of a formula; `$5 and $10` are prices. The time is linear in the text. */
function holdsInlineMath(text: string): boolean {
  if (ONE_LETTER.test(text)) return true;
  for (const [, between = ''] of text.matchAll(BETWEEN_DOLLARS)) if (SIGN_OF_FORMULA.test(between)) return true;
  return false;
}

/** A block at the top of a document. */
export interface TopBlock {
  type: string;
  /** Depth of a heading. */
  depth?: number | undefined;
  /** Its first and last line, from 0. */
  start: number;
  end: number;
}

function parse(text: string): MarkdownRoot {
  try {
    return fromMarkdown(text, {
      extensions: [gfm({ singleTilde: false }), math({ singleDollarTextMath: holdsInlineMath(text) })],
      mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
    });
  } catch (error) {
    throw tooDeep(error);
  }
}

const tooDeep = (error: unknown): unknown =>
  error instanceof RangeError
    ? new DeckRefusal('import_invalid', 'Blocks or tags of the Markdown are nested too deeply.', error)
    : error;

/** The blocks at the top of a document, in their order. */
export const parseBlocks = (text: string): TopBlock[] =>
  parse(text).children.map((node) => ({
    type: node.type,
    depth: node.type === 'heading' ? node.depth : undefined,
    start: (node.position?.start.line ?? 1) - 1,
    end: (node.position?.end.line ?? 1) - 1,
  }));

const COMMENT = '<!--';
const COMMENT_LINE = /^@(\d+)@/;

const SELF_CLOSED = /<([a-zA-Z][\w:.-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)\/>/g;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/** Vue closes any element by `/>`. HTML does not: an `<iframe />` would hold all that follows, notes too. */
const closed = (html: string): string =>
  html.replace(SELF_CLOSED, (all, name: string, rest: string) =>
    VOID.test(name) ? all : `<${name}${rest}></${name}>`,
  );

/** Parsing the HTML within Markdown loses where it stood: elements keep it as an attribute, and comments within their text. */
function noteLines(node: Nodes): void {
  const line = node.position?.start.line;
  if (node.type === 'element' && line !== undefined) node.properties.dataLine = line;
  if (node.type === 'raw') {
    if (!node.value.startsWith(COMMENT)) node.value = closed(node.value);
    else if (line !== undefined) node.value = `${COMMENT}@${line}@${node.value.slice(COMMENT.length)}`;
  }
  if ('children' in node) node.children.forEach(noteLines);
}

/** The text of a comment of `parsePage`, and its line, from 1. */
export function commentOf(value: string): { text: string; line: number | undefined } {
  const [mark = '', line] = COMMENT_LINE.exec(value) ?? [];
  return { text: value.slice(mark.length), line: line === undefined ? undefined : Number(line) };
}

/**
 * The elements of a slide, those of HTML within its Markdown too. Elements of Markdown have `dataLine`: their line in the text, from 1.
 * @throws DeckRefusal for blocks that lie too deep in one another
 */
export function parsePage(text: string): Root {
  const markdown = parse(text);
  try {
    const tree = toHast(markdown, { allowDangerousHtml: true });
    noteLines(tree);
    const made = raw(tree);
    return made.type === 'root' ? made : { type: 'root', children: [] };
  } catch (error) {
    throw tooDeep(error);
  }
}
