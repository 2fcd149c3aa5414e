import type { ElementContent, Nodes } from 'hast';
import { emojify } from 'node-emoji';
import { escapeInlineMarks } from '#engine/video/drawing/text/inline-markup.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { largestOf } from '../extremes.ts';
import { convertTypedMarksToElements } from './typed-marks.ts';

/** A text in one line, without and with the inline marks of the API. */
export interface TextWithMarks {
  plain: string;
  /** The text with `**bold**`, `*italic*`, `~~struck~~` and code; other characters of marks are escaped. */
  marked: string;
  hasMarks: boolean;
}

/** Receivers of what a text contains besides letters. */
export interface InlineHandlers {
  /** @param properties of the `img` element */
  onImage(properties: Readonly<Record<string, unknown>>): void;
  onComment(value: string): void;
  /** Receives the name of an element that is not drawn. */
  onElement(name: string): void;
  /** Receives a formula, as TeX. @returns the text that is shown for it */
  onMath(tex: string): string;
}

/** The inline marks of the API for elements of HTML. */
const MARKS: Readonly<Record<string, string>> = {
  ...{ strong: '**', b: '**', em: '*', i: '*', del: '~~', s: '~~', mark: '==' },
};
/** Marks of text below and above the line, in which a space has a backslash before it. */
const RAISED_MARKS = { sub: '~', sup: '^' } as const;
const MAY_BE_RAISED = /^[^\s~^/[\]]+(?: [^\s~^/[\]]+)*$/;
/** Elements whose text is read as a part of the surrounding text. */
const TRANSPARENT = new Set(
  'a abbr acronym address b bdi bdo big center cite data del details dfn div em font i ins kbd label li mark nobr ol output p picture q rp rt ruby s samp section small source span strike strong sub summary sup time tt u ul var wbr'.split(
    ' ',
  ),
);
/** Elements without readable text. */
const TEXTLESS = new Set('style script svg iframe video audio canvas object embed math select textarea'.split(' '));
const SUPERSCRIPT: Readonly<Record<string, string>> = Object.fromEntries(
  [...'⁰¹²³⁴⁵⁶⁷⁸⁹'].map((character, digit) => [digit, character]),
);

// Chinese and Japanese are written without spaces: a line break between two of their characters joins them.
const UNSPACED = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\u3000-\\u303f\\uff00-\\uffef]';
const UNSPACED_BREAK = new RegExp(`(?<=${UNSPACED})\\n(?=${UNSPACED})`, 'gu');

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
  [...text].map((character) => ownPropertyValue(SUPERSCRIPT, character) ?? character).join('');

/** A piece or a line of a text, without and with inline marks. */
export interface LineWithMarks {
  plain: string;
  marked: string;
}

const EMPTY: LineWithMarks = { plain: '', marked: '' };
const concat = (pieces: readonly LineWithMarks[]): LineWithMarks => ({
  plain: pieces.map(({ plain }) => plain).join(''),
  marked: pieces.map(({ marked }) => marked).join(''),
});

/** Puts a mark around a text. Space at its ends stays outside, because Markdown ignores a mark next to space. */
function inMarks({ plain, marked }: LineWithMarks, mark: string): LineWithMarks {
  const within = marked.trim();
  if (within === '') return { plain, marked };
  const before = marked.slice(0, marked.length - marked.trimStart().length);
  const after = marked.slice(marked.trimEnd().length);
  return { plain, marked: `${before}${mark}${within}${mark}${after}` };
}

/** A text in code marks. More backticks than the text has in a row delimit it. */
function codePiece(text: string): LineWithMarks {
  if (text.trim() === '') return { plain: text, marked: text };
  const longest = largestOf([0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length)]);
  const fence = '`'.repeat(longest + 1);
  const edge = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return { plain: text, marked: `${fence}${edge}${text}${edge}${fence}` };
}

const textPiece = (value: string): LineWithMarks => {
  const plain = emojify(value);
  return { plain, marked: escapeInlineMarks(plain) };
};

/**
 * Text below or above the line. Digits above it are characters of Unicode, as they are in references to footnotes, unless they were
 * typed between marks.
 */
function raisedPiece(name: 'sub' | 'sup', text: string, isTyped: boolean): LineWithMarks {
  const raised = name === 'sup' ? toSuperscript(text) : text;
  const isCharacters = name === 'sup' && /^[⁰¹²³⁴⁵⁶⁷⁸⁹]+$/u.test(raised);
  if ((isCharacters && !isTyped) || !MAY_BE_RAISED.test(text)) return textPiece(raised);
  const mark = RAISED_MARKS[name];
  return { plain: raised, marked: `${mark}${escapeInlineMarks(text).replaceAll(' ', '\\ ')}${mark}` };
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

/** The text of a node, line breaks included. @param marks those that already surround it */
function pieceOf(node: ElementContent | Nodes, events: InlineHandlers, marks: ReadonlySet<string>): LineWithMarks {
  if (node.type === 'text') return textPiece(node.value);
  if (node.type === 'comment') {
    events.onComment(node.value);
    return EMPTY;
  }
  if (node.type !== 'element') return EMPTY;
  const { tagName, properties, children } = node;
  const content = (outerMarks = marks): LineWithMarks =>
    concat(convertTypedMarksToElements(children).map((child) => pieceOf(child, events, outerMarks)));
  if (properties.dataFootnoteBackref !== undefined) return EMPTY;
  if (tagName === 'br') return { plain: '\n', marked: '\n' };
  if (tagName === 'img') {
    events.onImage(properties);
    return EMPTY;
  }
  if (tagName === 'code') {
    const classes = htmlClassesOf(properties);
    if (classes.includes('language-math')) return textPiece(events.onMath(textOfNode(node)));
    return codePiece(textOfNode(node).replace(/\n/g, ' '));
  }
  if (tagName === 'sup' || tagName === 'sub') return raisedPiece(tagName, textOfNode(node), properties.typed === true);
  if (tagName === 'input') return EMPTY;
  if (TEXTLESS.has(tagName)) {
    events.onElement(tagName);
    return EMPTY;
  }
  const mark = ownPropertyValue(MARKS, tagName);
  if (mark !== undefined && !marks.has(mark)) return inMarks(content(new Set([...marks, mark])), mark);
  if (!TRANSPARENT.has(tagName)) events.onElement(tagName);
  return content();
}

/** The text of nodes, in the lines of the file. Images, comments, formulas and undrawn elements are passed to `events`. */
export function markedLinesOfNodes(nodes: readonly Nodes[], events: InlineHandlers): LineWithMarks[] {
  const { plain, marked } = concat(convertTypedMarksToElements(nodes).map((node) => pieceOf(node, events, new Set())));
  // Marks never add a line: both texts have the same number of lines.
  const lines = marked.split('\n');
  return plain.split('\n').map((line, index) => ({ plain: line, marked: lines[index] ?? '' }));
}

/** Joins the lines of a paragraph into one text, as HTML shows it. */
export function joinMarkedLines(lines: readonly LineWithMarks[]): TextWithMarks {
  const plain = joinParagraphLines(lines.map((line) => line.plain).join('\n'));
  const marked = joinParagraphLines(lines.map((line) => line.marked).join('\n'));
  return { plain, marked, hasMarks: marked.replace(/\\([\\`*~[\]^=])/g, '$1') !== plain };
}

/** Converts a plain text into a `TextWithMarks` without inline marks; characters that would be marks are escaped. */
export const plainTextAsTextWithMarks = (plain: string): TextWithMarks => ({
  plain,
  marked: escapeInlineMarks(plain),
  hasMarks: false,
});
