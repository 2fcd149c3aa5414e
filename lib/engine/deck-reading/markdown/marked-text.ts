import type { ElementContent, Nodes } from 'hast';
import { emojify } from 'node-emoji';
import { ownValue } from '#kernel/shared/own-value.ts';

/** A text, and the same with the inline marks of the API. */
export interface RichText {
  plain: string;
  marked: string;
  hasMarks: boolean;
}

/** Events of a reader of inline content. */
export interface InlineEvents {
  onImage(properties: Readonly<Record<string, unknown>>): void;
  onComment(value: string): void;
  /** An element that shows something else than text. */
  onElement(name: string): void;
  /** A formula, as TeX. @returns its text */
  onMath(tex: string): string;
}

const SIGNS = /[\\`*~[\]]/g;
const MARKS: Readonly<Record<string, string>> = { strong: '**', b: '**', em: '*', i: '*', del: '~~', s: '~~' };
/** Elements whose text is the text around them. */
const TRANSPARENT = new Set(
  'a abbr acronym address b bdi bdo big center cite data del details dfn div em font i ins kbd label li mark nobr ol output p picture q rp rt ruby s samp section small source span strike strong sub summary sup time tt u ul var wbr'.split(
    ' ',
  ),
);
/** Elements whose content is no text. */
const SILENT = new Set('style script svg iframe video audio canvas object embed math select textarea'.split(' '));
const SUPERSCRIPT: Readonly<Record<string, string>> = Object.fromEntries(
  [...'⁰¹²³⁴⁵⁶⁷⁸⁹'].map((sign, digit) => [digit, sign]),
);

// Chinese and Japanese are written without spaces: a line break between two of their characters joins them.
const UNSPACED = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\u3000-\\u303f\\uff00-\\uffef]';
const UNSPACED_BREAK = new RegExp(`(?<=${UNSPACED})\\n(?=${UNSPACED})`, 'gu');

/** Several lines as one, as a paragraph is shown. */
export const joinProse = (text: string): string =>
  // Line by line: a pattern such as \s*\n takes minutes over a long run of spaces.
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
    .replace(UNSPACED_BREAK, '')
    .replace(/\s+/g, ' ');

const toSuperscript = (text: string): string => [...text].map((sign) => ownValue(SUPERSCRIPT, sign) ?? sign).join('');

/** One line of a text, plain and with marks. */
export interface MarkedLine {
  plain: string;
  marked: string;
}

const EMPTY: MarkedLine = { plain: '', marked: '' };
const joined = (pieces: readonly MarkedLine[]): MarkedLine => ({
  plain: pieces.map(({ plain }) => plain).join(''),
  marked: pieces.map(({ marked }) => marked).join(''),
});

/** Marks hold no space at their ends: it goes outside. */
function inMarks({ plain, marked }: MarkedLine, sign: string): MarkedLine {
  const within = marked.trim();
  if (within === '') return { plain, marked };
  const before = marked.slice(0, marked.length - marked.trimStart().length);
  const after = marked.slice(marked.trimEnd().length);
  return { plain, marked: `${before}${sign}${within}${sign}${after}` };
}

function codePiece(text: string): MarkedLine {
  if (text.trim() === '') return { plain: text, marked: text };
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const edge = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return { plain: text, marked: `${fence}${edge}${text}${edge}${fence}` };
}

const textPiece = (value: string): MarkedLine => {
  const plain = emojify(value);
  return { plain, marked: plain.replace(SIGNS, '\\$&') };
};

/** The text of a node and all within it. */
export const textWithin = (node: Nodes): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(textWithin).join('') : '';

/** Classes of an element. */
export const classesOf = (properties: Readonly<Record<string, unknown>>): string[] =>
  Array.isArray(properties.className)
    ? properties.className.map(String)
    : String(properties.className ?? '')
        .split(/\s+/)
        .filter(Boolean);

function pieceOf(node: ElementContent | Nodes, events: InlineEvents, marks: ReadonlySet<string>): MarkedLine {
  if (node.type === 'text') return textPiece(node.value);
  if (node.type === 'comment') {
    events.onComment(node.value);
    return EMPTY;
  }
  if (node.type !== 'element') return EMPTY;
  const { tagName, properties, children } = node;
  const within = (inner = marks): MarkedLine => joined(children.map((child) => pieceOf(child, events, inner)));
  if (properties.dataFootnoteBackref !== undefined) return EMPTY;
  if (tagName === 'br') return { plain: '\n', marked: '\n' };
  if (tagName === 'img') {
    events.onImage(properties);
    return EMPTY;
  }
  if (tagName === 'code') {
    const classes = classesOf(properties);
    if (classes.includes('language-math')) return textPiece(events.onMath(textWithin(node)));
    return codePiece(textWithin(node).replace(/\n/g, ' '));
  }
  if (tagName === 'sup') return textPiece(toSuperscript(textWithin(node)));
  if (tagName === 'input') return EMPTY;
  if (SILENT.has(tagName)) {
    events.onElement(tagName);
    return EMPTY;
  }
  const mark = ownValue(MARKS, tagName);
  if (mark !== undefined && !marks.has(mark)) return inMarks(within(new Set([...marks, mark])), mark);
  if (!TRANSPARENT.has(tagName)) events.onElement(tagName);
  return within();
}

/** The text of some nodes as its lines are written. */
export function markedLines(nodes: readonly Nodes[], events: InlineEvents): MarkedLine[] {
  const { plain, marked } = joined(nodes.map((node) => pieceOf(node, events, new Set())));
  // Marks add no line: both have as many.
  const lines = marked.split('\n');
  return plain.split('\n').map((line, at) => ({ plain: line, marked: lines[at] ?? '' }));
}

/** Lines as one text, as a paragraph is shown. */
export function joinMarked(lines: readonly MarkedLine[]): RichText {
  const plain = joinProse(lines.map((line) => line.plain).join('\n'));
  const marked = joinProse(lines.map((line) => line.marked).join('\n'));
  return { plain, marked, hasMarks: marked.replace(/\\([\\`*~[\]])/g, '$1') !== plain };
}

/** A text without marks. */
export const plainText = (plain: string): RichText => ({
  plain,
  marked: plain.replace(SIGNS, '\\$&'),
  hasMarks: false,
});
