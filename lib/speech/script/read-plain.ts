import type { MarkedText } from './marked-text.ts';
import { stripInlineMarkup } from './strip-inline-markup.ts';

const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;
/** Tags that stand for the end of a line; their names and those of the others are in strip-inline.ts. */
const BREAKING =
  /<\/?(?:br|p|div|li|ul|ol|h[1-6]|tr|table|blockquote|pre|hr)(?:\s+[\w:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'=<>`]+))*\s*\/?>/gi;
/** Rules between paragraphs, underlines of headings, fences around code: signs without words. */
const RULE = /^(?:(?:[-*_]\s*){3,}|={3,}|`{3,}[\w+-]*|~{3,}[\w+-]*)$/;
// "1." is no mark to strip: it is said, and "3. Oktober" begins like that too. "+ 3 %" is a sum, "> 50" a comparison.
const LIST_MARK = /^(?:[-*•‣◦▪]|\+(?!\s*\d))\s+(?:\[[ xX]\]\s+)?/u;
const QUOTE_MARK = /^>\s*(?=[\p{L}"'*_#>]|-\s)/u;
const HEADING = /^#{1,6}\s+/;
const HEADING_END = /(?<!#)#+$/;

/**
 * Reads a text that is not SSML. What Markdown and HTML put around words is left out, words and their order stay: "a < b",
 * "5 * 3 * 2", "snake_case" and "C#" are no markup. Every line end ends a sentence, an empty line a paragraph.
 */
export function readPlain(text: string): MarkedText {
  // Nearly all notes have no markup, and a timeline's length is estimated anew from all of them with every change.
  const mayHaveMarkup = /[<&*_`~[\\#>•‣◦▪=]|(?:^|[\n\r])[^\S\n\r]*[-+]/.test(text);
  const marked: MarkedText = [];
  let wasEmpty = false;
  for (const line of (mayHaveMarkup ? withLineEnds(text) : text).split(LINE_END)) {
    const words = mayHaveMarkup ? stripInlineMarkup(stripLineMarks(line)) : line;
    const isEmpty = words.trim() === '';
    if (!isEmpty) {
      if (marked.length > 0) marked.push({ ends: wasEmpty ? 'paragraph' : 'sentence' });
      marked.push({ text: words });
    }
    wasEmpty = isEmpty;
  }
  return marked;
}

const withLineEnds = (text: string): string =>
  (text.includes('-->') ? text.replace(/<!--[\s\S]*?-->/g, ' ') : text).replace(BREAKING, '\n');

function stripLineMarks(line: string): string {
  let rest = line.trim();
  if (RULE.test(rest)) return '';
  // Marks stand before one another: a heading in a list in a quotation.
  for (const mark of [QUOTE_MARK, QUOTE_MARK, LIST_MARK, LIST_MARK]) rest = rest.replace(mark, '');
  const words = rest.replace(HEADING, '');
  if (words === rest) return rest;
  const shorter = words.replace(HEADING_END, '');
  // "# C#" is about C#.
  return /\s$/.test(shorter) ? shorter : words;
}
