import { MAX_TOTAL_BREAK_SECONDS } from './read-ssml-as-speech-text.ts';
import type { ParsedSpeechText } from './speech-markup.ts';
import { splitAtDirections } from './split-at-directions.ts';
import { stripInlineMarkup } from './strip-inline-markup.ts';

const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;
/** A comment of HTML; the first group are the words of `<!-- say: … -->`, which are spoken. Other comments are not. */
const COMMENT = /<!--(?:\s*say\s*(?:\([^)\n]*\)\s*)?:([\s\S]*?)|[\s\S]*?)-->/gi;
/** Tags that end a line. strip-inline-markup.ts has the names of all tags. */
const LINE_ENDING_TAG =
  /<\/?(?:br|p|div|li|ul|ol|h[1-6]|tr|table|blockquote|pre|hr)(?:\s+[\w:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'=<>`]+))*\s*\/?>/gi;
/** Lines without words: rules between paragraphs, underlines of headings, fences of code. */
const WORDLESS_LINE = /^(?:(?:[-*_]\s*){3,}|={3,}|`{3,}[\w+-]*|~{3,}[\w+-]*)$/;
// "1." is spoken and not stripped; "3. Oktober" starts like it. "+ 3 %" is a sum, "> 50" a comparison.
const LIST_MARK = /^(?:[-*•‣◦▪]|\+(?!\s*\d))\s+(?:\[[ xX]\]\s+)?/u;
const QUOTE_MARK = /^>\s*(?=[\p{L}"'*_#>]|-\s)/u;
const HEADING = /^#{1,6}\s+/;
const HEADING_END = /(?<!#)#+$/;

/**
 * Reads a text that is not SSML. Markdown and HTML around words are removed; words and their order stay: "a < b",
 * "5 * 3 * 2", "snake_case" and "C#" are not markup. A line end ends a sentence, an empty line a paragraph.
 */
export function readPlainSpeechText(text: string): ParsedSpeechText {
  // Most notes have no markup, and each change of a timeline estimates its length from all notes.
  const mayHaveMarkup = /[<&*_`~[\\#>•‣◦▪=]|\(\s*pause|(?:^|[\n\r])[^\S\n\r]*[-+]/i.test(text);
  const speechText: ParsedSpeechText = [];
  let wasEmptyLine = false;
  let silenceSeconds = 0;
  for (const line of (mayHaveMarkup ? withLineEnds(text) : text).split(LINE_END)) {
    const parts = mayHaveMarkup ? splitAtDirections(stripLineMarks(line), stripInlineMarkup) : [{ text: line }];
    const isEmpty = parts.every((part) => 'text' in part && part.text.trim() === '');
    if (!isEmpty && speechText.length > 0) speechText.push({ ends: wasEmptyLine ? 'paragraph' : 'sentence' });
    for (const part of isEmpty ? [] : parts) {
      silenceSeconds += 'text' in part ? 0 : part.break_seconds;
      if ('text' in part || silenceSeconds <= MAX_TOTAL_BREAK_SECONDS) speechText.push(part);
    }
    wasEmptyLine = isEmpty;
  }
  return speechText;
}

const withLineEnds = (text: string): string =>
  (text.includes('-->')
    ? text.replace(COMMENT, (_, spokenWords: string | undefined) => ` ${spokenWords ?? ''} `)
    : text
  ).replace(LINE_ENDING_TAG, '\n');

function stripLineMarks(line: string): string {
  let content = line.trim();
  if (WORDLESS_LINE.test(content)) return '';
  // Marks can follow one another: a heading in a list in a quotation.
  for (const mark of [QUOTE_MARK, QUOTE_MARK, LIST_MARK, LIST_MARK]) content = content.replace(mark, '');
  const headingText = content.replace(HEADING, '');
  if (headingText === content) return content;
  const withoutHeadingEnd = headingText.replace(HEADING_END, '');
  // "# C#" is about C#.
  return /\s$/.test(withoutHeadingEnd) ? withoutHeadingEnd : headingText;
}
