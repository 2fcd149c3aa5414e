import type { ElementContent, Nodes } from 'hast';
import { emojify } from 'node-emoji';
import { escapeInlineMarks } from '#engine/video/drawing/text/inline-markup.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { largestOf } from '../extremes.ts';
import { convertTypedMarksToElements } from './typed-marks.ts';

/** A text in one line, without and with the inline marks of the API. */
export interface PlainAndMarkedText {
  plain: string;
  /** The text with marks such as `**bold**`, `~~struck~~` and code; characters that would be read as marks are escaped. */
  marked: string;
  hasMarks: boolean;
}

/** Receivers of what a text contains besides letters. */
export interface InlineMarkdownHandlers {
  /** @param properties of the `img` element */
  onImage(properties: Readonly<Record<string, unknown>>): void;
  /** Receives the text of an HTML comment. */
  onComment(value: string): void;
  /** Receives the name of an element that is not drawn. */
  onElement(name: string): void;
  /** Receives a formula, as TeX. @returns the text that is shown for it */
  onMath(tex: string): string;
}

/** The inline marks of the API for elements of HTML. */
const MARK_BY_TAG: Readonly<Record<string, string>> = {
  strong: '**',
  b: '**',
  em: '*',
  i: '*',
  del: '~~',
  s: '~~',
  mark: '==',
};
/** Marks of subscripts and superscripts, in which a space has a backslash before it. */
const SCRIPT_MARKS = { sub: '~', sup: '^' } as const;
/** A text that the marks of subscripts and superscripts can enclose. */
const SCRIPT_TEXT = /^[^\s~^/[\]]+(?: [^\s~^/[\]]+)*$/;
/** Elements whose text is read as a part of the surrounding text. */
const TRANSPARENT_ELEMENTS = new Set(
  'a abbr acronym address b bdi bdo big center cite data del details dfn div em font i ins kbd label li mark nobr ol output p picture q rp rt ruby s samp section small source span strike strong sub summary sup time tt u ul var wbr'.split(
    ' ',
  ),
);
/** Elements without readable text. */
const TEXTLESS_ELEMENTS = new Set(
  'style script svg iframe video audio canvas object embed math select textarea'.split(' '),
);
const SUPERSCRIPT_BY_DIGIT: Readonly<Record<string, string>> = Object.fromEntries(
  [...'⁰¹²³⁴⁵⁶⁷⁸⁹'].map((character, digit) => [digit, character]),
);

// Chinese and Japanese are written without spaces: a line break between two of their characters joins them.
const UNSPACED_CHARACTER = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\u3000-\\u303f\\uff00-\\uffef]';
const UNSPACED_BREAK = new RegExp(`(?<=${UNSPACED_CHARACTER})\\n(?=${UNSPACED_CHARACTER})`, 'gu');

/** Joins the lines of a paragraph into one, as HTML shows it. */
export const joinParagraphLines = (text: string): string =>
  // Line by line: a pattern such as \s*\n takes minutes over a long run of spaces.
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
    .replace(UNSPACED_BREAK, '')
    .replace(/\s+/g, ' ');

const toSuperscript = (text: string): string =>
  [...text].map((character) => ownPropertyValue(SUPERSCRIPT_BY_DIGIT, character) ?? character).join('');

/** A piece or a line of a text, without and with inline marks. */
export interface LineWithMarks {
  plain: string;
  marked: string;
}

const EMPTY_PIECE: LineWithMarks = { plain: '', marked: '' };
const joinPieces = (pieces: readonly LineWithMarks[]): LineWithMarks => ({
  plain: pieces.map(({ plain }) => plain).join(''),
  marked: pieces.map(({ marked }) => marked).join(''),
});

/** Puts a mark around a text. Space at its ends stays outside, because Markdown ignores a mark next to space. */
function putInMarks({ plain, marked }: LineWithMarks, mark: string): LineWithMarks {
  const content = marked.trim();
  if (content === '') return { plain, marked };
  const leadingSpace = marked.slice(0, marked.length - marked.trimStart().length);
  const trailingSpace = marked.slice(marked.trimEnd().length);
  return { plain, marked: `${leadingSpace}${mark}${content}${mark}${trailingSpace}` };
}

/** A text in code marks. More backticks than the text has in a row delimit it. */
function createCodePiece(text: string): LineWithMarks {
  if (text.trim() === '') return { plain: text, marked: text };
  const longestTickRun = largestOf([0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length)]);
  const fence = '`'.repeat(longestTickRun + 1);
  const padding = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return { plain: text, marked: `${fence}${padding}${text}${padding}${fence}` };
}

const createTextPiece = (value: string): LineWithMarks => {
  const plain = emojify(value);
  return { plain, marked: escapeInlineMarks(plain) };
};

/**
 * A subscript or a superscript. Superscript digits become characters of Unicode, as in references to footnotes, unless they were typed
 * between marks.
 */
function createScriptPiece(name: 'sub' | 'sup', text: string, isTyped: boolean): LineWithMarks {
  const scriptText = name === 'sup' ? toSuperscript(text) : text;
  const isAllSuperscriptDigits = name === 'sup' && /^[⁰¹²³⁴⁵⁶⁷⁸⁹]+$/u.test(scriptText);
  if ((isAllSuperscriptDigits && !isTyped) || !SCRIPT_TEXT.test(text)) return createTextPiece(scriptText);
  const mark = SCRIPT_MARKS[name];
  return { plain: scriptText, marked: `${mark}${escapeInlineMarks(text).replaceAll(' ', '\\ ')}${mark}` };
}

/** The text of a node and of all nodes in it. */
export const textOfNode = (node: Nodes): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(textOfNode).join('') : '';

/** The class names of an element. */
export const htmlClassesOf = (properties: Readonly<Record<string, unknown>>): string[] =>
  Array.isArray(properties.className)
    ? properties.className.map(String)
    : String(properties.className ?? '')
        .split(/\s+/)
        .filter(Boolean);

/** The text of a node, line breaks included. @param marks the marks that already surround it */
function readPiece(
  node: ElementContent | Nodes,
  handlers: InlineMarkdownHandlers,
  marks: ReadonlySet<string>,
): LineWithMarks {
  if (node.type === 'text') return createTextPiece(node.value);
  if (node.type === 'comment') {
    handlers.onComment(node.value);
    return EMPTY_PIECE;
  }
  if (node.type !== 'element') return EMPTY_PIECE;
  const { tagName, properties, children } = node;
  const readContent = (outerMarks = marks): LineWithMarks =>
    joinPieces(convertTypedMarksToElements(children).map((child) => readPiece(child, handlers, outerMarks)));
  if (properties.dataFootnoteBackref !== undefined) return EMPTY_PIECE;
  if (tagName === 'br') return { plain: '\n', marked: '\n' };
  if (tagName === 'img') {
    handlers.onImage(properties);
    return EMPTY_PIECE;
  }
  if (tagName === 'code') {
    const classes = htmlClassesOf(properties);
    if (classes.includes('language-math')) return createTextPiece(handlers.onMath(textOfNode(node)));
    return createCodePiece(textOfNode(node).replace(/\n/g, ' '));
  }
  if (tagName === 'sup' || tagName === 'sub')
    return createScriptPiece(tagName, textOfNode(node), properties.typed === true);
  if (tagName === 'input') return EMPTY_PIECE;
  if (TEXTLESS_ELEMENTS.has(tagName)) {
    handlers.onElement(tagName);
    return EMPTY_PIECE;
  }
  const mark = ownPropertyValue(MARK_BY_TAG, tagName);
  if (mark !== undefined && !marks.has(mark)) return putInMarks(readContent(new Set([...marks, mark])), mark);
  if (!TRANSPARENT_ELEMENTS.has(tagName)) handlers.onElement(tagName);
  return readContent();
}

/** The text of nodes, in the lines of the file. Images, comments, formulas and undrawn elements are passed to `handlers`. */
export function markedLinesOfNodes(nodes: readonly Nodes[], handlers: InlineMarkdownHandlers): LineWithMarks[] {
  const { plain, marked } = joinPieces(
    convertTypedMarksToElements(nodes).map((node) => readPiece(node, handlers, new Set())),
  );
  // Marks never add a line: both texts have the same number of lines.
  const lines = marked.split('\n');
  return plain.split('\n').map((line, index) => ({ plain: line, marked: lines[index] ?? '' }));
}

/** Joins the lines of a paragraph into one text, as HTML shows it. */
export function joinMarkedLines(lines: readonly LineWithMarks[]): PlainAndMarkedText {
  const plain = joinParagraphLines(lines.map((line) => line.plain).join('\n'));
  const marked = joinParagraphLines(lines.map((line) => line.marked).join('\n'));
  return { plain, marked, hasMarks: marked.replace(/\\([\\`*~[\]^=])/g, '$1') !== plain };
}

/** Converts a plain text into a `PlainAndMarkedText` without inline marks; characters that would be marks are escaped. */
export const toPlainAndMarkedText = (plain: string): PlainAndMarkedText => ({
  plain,
  marked: escapeInlineMarks(plain),
  hasMarks: false,
});
