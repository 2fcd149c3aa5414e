import type { TextMarkup } from '../rich-slide-content.ts';
import { splitPointSign } from './point-signs.ts';
import { toUnicodeSuperscriptIfPossible } from './to-unicode-superscript-if-possible.ts';

/** A part of a text, and the marks that it was in. */
export interface MarkedSpan {
  text: string;
  bold?: true;
  italic?: true;
  struck?: true;
  code?: true;
  highlighted?: true;
  /** A subscript or a superscript; absent: neither. */
  raised?: 'sub' | 'sup';
}

/** The marks around a part of a text. */
type Marks = Omit<MarkedSpan, 'text'>;

/**
 * A marked part of a text; the alternatives in order: an escaped mark, code, bold, italic, struck, highlighted, a subscript, a superscript, a
 * link. As in CommonMark, a mark opens before a character that is not a space, and closes after one. As in Pandoc, subscripts and superscripts
 * only have spaces after a backslash. Unlike in both, `_` is not a mark, because names with underscores are common on slides.
 */
const MARKED_PART = new RegExp(
  [
    /\\(?<escaped>[\\`*~[\]^=])/u,
    /(?<ticks>`+)(?<code>.+?)(?<!`)\k<ticks>(?!`)/u,
    /\*\*(?=\S)(?<bold>.+?)(?<=\S)\*\*(?!\*)/u,
    /(?<!\*)\*(?=[^\s*])(?<italic>(?:[^*]|\*\*[^*]+\*\*)+?)(?<=[^\s])\*(?!\*)/u,
    /~~(?=\S)(?<struck>.+?)(?<=\S)~~/u,
    /(?<!=)==(?=[^\s=])(?<highlighted>.+?)(?<=[^\s=])==(?!=)/u,
    /(?<!~)~(?<sub>(?:\\ |[^\s~/[\]])+)~(?!~)/u,
    /\^(?<sup>(?:\\ |[^\s^/[\]])+)\^/u,
    /\[(?<label>[^\]]+)\]\(https?:\/\/[^\s()]+\)/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gsu',
);

/** The text of a subscript or a superscript, whose spaces have a backslash before them. */
const unescapeSpaces = (text: string): string => text.replaceAll('\\ ', ' ');

/** The spans of a text that is within some marks. */
function spansWithin(text: string, marks: Marks): MarkedSpan[] {
  const spans: MarkedSpan[] = [];
  let plainStart = 0;
  for (const match of text.matchAll(MARKED_PART)) {
    const { escaped, code, bold, italic, struck, highlighted, sub, sup, label } = match.groups ?? {};
    if (match.index > plainStart) spans.push({ ...marks, text: text.slice(plainStart, match.index) });
    if (escaped !== undefined) spans.push({ ...marks, text: escaped });
    else if (code !== undefined) spans.push({ ...marks, text: code.trim() || code, code: true });
    else if (bold !== undefined) spans.push(...spansWithin(bold, { ...marks, bold: true }));
    else if (italic !== undefined) spans.push(...spansWithin(italic, { ...marks, italic: true }));
    else if (struck !== undefined) spans.push(...spansWithin(struck, { ...marks, struck: true }));
    else if (highlighted !== undefined) spans.push(...spansWithin(highlighted, { ...marks, highlighted: true }));
    else if (sub !== undefined) spans.push(...spansWithin(unescapeSpaces(sub), { ...marks, raised: 'sub' }));
    else if (sup !== undefined) spans.push(...spansWithin(unescapeSpaces(sup), { ...marks, raised: 'sup' }));
    else if (label !== undefined) spans.push(...spansWithin(label, marks));
    plainStart = match.index + match[0].length;
  }
  if (plainStart < text.length) spans.push({ ...marks, text: text.slice(plainStart) });
  return spans;
}

/**
 * Reads the inline marks of a title, a point or a cell: `**bold**`, `*italic*`, `` `code` ``, `~~struck~~`, `==highlighted==`, `H~2~O`,
 * `x^2^` and `[text](https://…)`, of which only the text is kept. `\*` is a plain character, and so is a mark that is not closed.
 */
export const parseInlineMarkup = (text: string, markup: TextMarkup | undefined): MarkedSpan[] =>
  markup === 'inline' ? spansWithin(text, {}) : [{ text }];

/** The text without its marks and without the sign at its start, as captions, chapters, speech and estimates need it. */
export const withoutInlineMarks = (text: string, markup: TextMarkup | undefined): string =>
  markup === 'inline'
    ? parseInlineMarkup(splitPointSign(text, markup).rest, markup)
        .map((span) => (span.raised === 'sup' ? toUnicodeSuperscriptIfPossible(span.text) : span.text))
        .join('')
    : text;

/** Escapes each character of a text that could be a mark. */
export const escapeInlineMarks = (text: string): string => text.replace(/[\\`*~[\]^]|=(?==)|(?<==)=/gu, '\\$&');
