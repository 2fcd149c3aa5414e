import type { TextOffsetRange } from './addresses.ts';

/** The pattern of text within brackets: characters other than these brackets, and nested pairs of them, one level deep. */
const inBrackets = (open: string, close: string): string =>
  `(?:[^${open}${close}]|${open}[^${open}${close}]*${close})*`;
/** A text in straight quotation marks. */
const QUOTED = `(?:"[^"]*"|'[^']*')`;

/** Parts of a text that look like code. */
const CODE_LIKE = new RegExp(
  [
    // Braces, which prose does not have: `{ encoding: 'utf8' }`.
    String.raw`\{${inBrackets(String.raw`\{`, String.raw`\}`)}\}`,
    // A name with something in brackets right after it, `f('a')` and `a['b']`, and a list of texts or spread names, `["a", ...b]`.
    String.raw`[\w$]\(${inBrackets(String.raw`\(`, String.raw`\)`)}\)`,
    String.raw`[\w$\])]\[${QUOTED}\]`,
    String.raw`\[\s*(?:${QUOTED}\s*,|\.{3}[A-Za-z_$])[^\[\]]*\]`,
    // A text after an equal sign, and after an option: `class="a"`, `x == 'b'`, `-m "c"`.
    String.raw`=\s?${QUOTED}`,
    String.raw`(?<=(?:^|\s)-{1,2}[a-z][\w-]*\s)${QUOTED}`,
  ].join('|'),
  'gu',
);

/**
 * The parts of a text that look like code without being marked as code, in order: text in braces, arguments, lists of strings, and assigned
 * strings. Signs in them have meanings that typography would change.
 */
export const findCodeLikeSpans = (text: string): TextOffsetRange[] =>
  Array.from(text.matchAll(CODE_LIKE), ({ 0: code, index }) => ({ from: index, to: index + code.length }));
