import type { TextMarkup } from '../rich-slide-content.ts';
import { splitPointSign } from './point-signs.ts';
import { unicodeSuperscript } from './unicode-superscript.ts';

/** A part of a text, and the marks that it was in. */
export interface MarkedSpan {
  text: string;
  bold?: true;
  italic?: true;
  struck?: true;
  code?: true;
  highlighted?: true;
  /** Set smaller, below or above the line. */
  raised?: 'sub' | 'sup';
}

type Marks = Omit<MarkedSpan, 'text'>;

// Alternatives in this order: an escaped mark, code, bold, italic, struck, highlighted, a subscript, a superscript, a link. As in CommonMark, a mark opens before a
// character that is not a space, and closes after one. As in Pandoc, subscripts and superscripts have no spaces but those after a backslash. Unlike there, `_` is not a mark: names with underscores are common on slides.
const MARKED = new RegExp(
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
const withSpaces = (text: string): string => text.replaceAll('\\ ', ' ');

function spansWithin(text: string, marks: Marks): MarkedSpan[] {
  const spans: MarkedSpan[] = [];
  let from = 0;
  for (const match of text.matchAll(MARKED)) {
    const { escaped, code, bold, italic, struck, highlighted, sub, sup, label } = match.groups ?? {};
    if (match.index > from) spans.push({ ...marks, text: text.slice(from, match.index) });
    if (escaped !== undefined) spans.push({ ...marks, text: escaped });
    else if (code !== undefined) spans.push({ ...marks, text: code.trim() || code, code: true });
    else if (bold !== undefined) spans.push(...spansWithin(bold, { ...marks, bold: true }));
    else if (italic !== undefined) spans.push(...spansWithin(italic, { ...marks, italic: true }));
    else if (struck !== undefined) spans.push(...spansWithin(struck, { ...marks, struck: true }));
    else if (highlighted !== undefined) spans.push(...spansWithin(highlighted, { ...marks, highlighted: true }));
    else if (sub !== undefined) spans.push(...spansWithin(withSpaces(sub), { ...marks, raised: 'sub' }));
    else if (sup !== undefined) spans.push(...spansWithin(withSpaces(sup), { ...marks, raised: 'sup' }));
    else if (label !== undefined) spans.push(...spansWithin(label, marks));
    from = match.index + match[0].length;
  }
  if (from < text.length) spans.push({ ...marks, text: text.slice(from) });
  return spans;
}

/**
 * Reads the inline marks of a title, a point or a cell: `**bold**`, `*italic*`, `` `code` ``, `~~struck~~`, `==highlighted==`, `H~2~O`,
 * `x^2^` and `[text](https://…)`, of which only the text is kept. `\*` is a plain character, and so is a mark that is not closed.
 */
export const parseInlineMarkup = (text: string, markup: TextMarkup | undefined): MarkedSpan[] =>
  markup === 'inline' ? spansWithin(text, {}) : [{ text }];

/** The plain text, without its marks and without the sign at its start: for captions, chapters, speech and estimates. */
export const withoutInlineMarks = (text: string, markup: TextMarkup | undefined): string =>
  markup === 'inline'
    ? parseInlineMarkup(splitPointSign(text, markup).rest, markup)
        .map((span) => (span.raised === 'sup' ? unicodeSuperscript(span.text) : span.text))
        .join('')
    : text;

/** Escapes each character of a text that could be a mark. */
export const escapeInlineMarks = (text: string): string => text.replace(/[\\`*~[\]^]|=(?==)|(?<==)=/gu, '\\$&');
