import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import { DeckRefusal } from '../deck-warning.ts';
import { markdownLineContexts, removeCodeBlocks } from './line-places.ts';

/** The highest number of lines. Real decks have up to 5,000 lines outside of code; a list of 50,000 items takes 480 MB. */
const MAX_LINES = { outsideCode: 20_000, inCode: 40_000 };
/** The highest number of quotations: the time to find them grows with the square of their number. */
const MAX_QUOTATIONS = 3000;
/** The length, in characters, of the longest text, such as a paragraph, without its tags and the data of its pictures. */
const MAX_LETTERS = 200_000;
/**
 * The highest numbers of signs in one text, such as a paragraph: the time for finding pairs among them grows with the square of their
 * number. Openings are those of HTML comments, declarations and instructions, whose end is searched for in the whole text.
 */
const MAX_SIGNS = [
  { pattern: /[[\]]/g, maxCount: 3000, name: 'brackets' },
  { pattern: /[*_`~$]/g, maxCount: 4000, name: 'signs of emphasis, code or formulas' },
  { pattern: /<[!?]/g, maxCount: 1000, name: 'openings of comments' },
] as const;
/** The highest number of cells in one table. */
const MAX_CELLS = 12_000;
/** The highest number of tags, start and end tags each: 30,000 elements take 2 s of CPU and 420 MB. */
const MAX_TAGS = 60_000;

/** An address that contains its data, without characters that may be signs of Markdown. */
const DATA_ADDRESS = /data:[\w.+-]{1,80}\/[\w.+-]{1,80}[;,][A-Za-z0-9%.,;:=+/#&?!@'()-]*/g;
const TAG = /<\/?[A-Za-z][^<>]*>/g;

/** Constructs of micromark within texts. Without them only blocks are parsed, in time that is proportional to the text. */
const TEXT_CONSTRUCTS = [
  'attention',
  'autolink',
  'characterEscape',
  'characterReference',
  'codeText',
  'hardBreakEscape',
  'htmlText',
  'labelEnd',
  'labelStartImage',
  'labelStartLink',
  'emailAutolink',
  'protocolAutolink',
  'wwwAutolink',
  'strikethrough',
  'gfmFootnoteCall',
  'gfmPotentialFootnoteCall',
  'tasklistCheck',
  'mathText',
];

/** The excess of a text, such as `more than 3000 brackets`; undefined for a text within all bounds. */
function excessOf(text: string): string | undefined {
  const textWithoutData = text.replace(DATA_ADDRESS, '');
  for (const { pattern, maxCount, name } of MAX_SIGNS)
    if ((textWithoutData.match(pattern)?.length ?? 0) > maxCount) return `more than ${maxCount} ${name}`;
  return textWithoutData.length > MAX_LETTERS && textWithoutData.replace(TAG, '').length > MAX_LETTERS
    ? `more than ${MAX_LETTERS} letters`
    : undefined;
}

/**
 * The bound that a block, or a block within it, exceeds, such as `a paragraph with more than 3000 brackets`; undefined if all are within
 * their bounds.
 */
function excessIn(node: Nodes, text: string): string | undefined {
  if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
    const excess = excessOf(text.slice(node.position?.start.offset, node.position?.end.offset));
    return excess && `a ${node.type === 'tableCell' ? 'cell' : node.type} with ${excess}`;
  }
  if (node.type === 'table' && node.children.reduce((sum, { children }) => sum + children.length, 0) > MAX_CELLS)
    return `a table with more than ${MAX_CELLS} cells`;
  if (!('children' in node)) return undefined;
  for (const child of node.children) {
    const excess = excessIn(child, text);
    if (excess !== undefined) return excess;
  }
  return undefined;
}

/** Reports whether a line starts a quotation. */
const isQuotation = (line: string | undefined): boolean => /^\s*>/.test(line ?? '');

/** The excess of the lines of a text, such as `more than 20000 lines in one place`; undefined if they are within all bounds. */
function excessOfLines(lines: readonly string[]): string | undefined {
  if (lines.length > MAX_LINES.outsideCode) {
    const codeLineCount = markdownLineContexts(lines).filter((place) => place === 'code').length;
    if (codeLineCount > MAX_LINES.inCode) return `more than ${MAX_LINES.inCode} lines of code in one place`;
    if (lines.length - codeLineCount > MAX_LINES.outsideCode)
      return `more than ${MAX_LINES.outsideCode} lines in one place`;
  }
  const quotationCount = lines.filter((line, index) => isQuotation(line) && !isQuotation(lines[index - 1])).length;
  return quotationCount > MAX_QUOTATIONS ? `more than ${MAX_QUOTATIONS} quotations in one place` : undefined;
}

/** The excess of the tags outside of code; undefined if they are within their bound. */
function excessOfTags(text: string): string | undefined {
  const countTags = (markdown: string): number => markdown.match(TAG)?.length ?? 0;
  return countTags(text) > MAX_TAGS && countTags(removeCodeBlocks(text)) > MAX_TAGS
    ? `more than ${MAX_TAGS} tags in one place`
    : undefined;
}

/**
 * Refuses a text that would take long to parse. Only inline text counts: code and blocks of HTML do not. The time is proportional to the
 * length of the text.
 * @param text Markdown
 * @throws DeckRefusal for a text beyond a bound
 * @throws RangeError for blocks that are nested too deeply
 */
export function refuseCostlyMarkdown(text: string): void {
  const throwRefusal = (excess: string): never => {
    throw new DeckRefusal('import_too_large', `The Markdown has ${excess}. Divide it, or write it as code.`);
  };
  const excessOfWhole = excessOfLines(text.split('\n')) ?? excessOfTags(text);
  if (excessOfWhole !== undefined) throwRefusal(excessOfWhole);
  // No text extends beyond a blank line: if nothing between two of them is beyond a bound, no block is.
  const hasExcess = text
    .split(/\n[ \t]*\n/)
    .some((lines) => excessOf(lines) !== undefined || (lines.match(/\|/g)?.length ?? 0) > MAX_CELLS);
  if (!hasExcess) return;
  const tree = fromMarkdown(text, {
    extensions: [gfm(), math(), { disable: { null: TEXT_CONSTRUCTS } }],
    mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
  });
  const excess = excessIn(tree, text);
  if (excess !== undefined) throwRefusal(excess);
}
