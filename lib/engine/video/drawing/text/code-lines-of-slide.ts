import type { CodePalette } from '../design.ts';
import { normalizeDrawableText } from './normalize-drawable-text.ts';
import type { TextRun } from './text-runs.ts';

/** Columns between the stops of tabs. */
const TAB_COLUMNS = 4;
const NO_BREAK_SPACE = '\u00a0';

/** Replaces tabs by spaces up to the next stop. */
function expandTabs(line: string): string {
  let expanded = '';
  for (const character of line) {
    expanded += character === '\t' ? ' '.repeat(TAB_COLUMNS - (expanded.length % TAB_COLUMNS)) : character;
  }
  return expanded;
}

/** A line of code that can be drawn: normalized, with tabs expanded and no-break spaces, so that it is not wrapped. */
function toDrawableLine(line: string): string {
  const words = expandTabs(line).trimEnd().split(' ');
  return words.map(normalizeDrawableText).join(NO_BREAK_SPACE);
}

/** A line of code, and the index of the bullet point that contains it. */
export interface CodeLineOfBulletPoint {
  text: string;
  owner: number;
}

/** The lines of the code of a slide: a point has one or more. Blank lines at the end are left out. */
export function codeLinesOfSlide(points: readonly string[]): CodeLineOfBulletPoint[] {
  const lines = points.flatMap((point, owner) =>
    point.split(/\r\n|[\n\r\u2028]/).map((line) => ({ text: toDrawableLine(line), owner })),
  );
  const lastLine = lines.findLastIndex(({ text }) => text.replaceAll(NO_BREAK_SPACE, '') !== '');
  return lines.slice(0, lastLine + 1).map(({ text, owner }) => ({ text: text === '' ? NO_BREAK_SPACE : text, owner }));
}

/** The keywords that most programming languages share, and common ones of the others. */
const KEYWORDS = new Set(
  `abstract and as assert async await begin bool boolean break case catch char class const continue def default defer del
  delete do double else elif end enum except export extends extern false final finally float fn for from func function go
  goto if impl implements import in include instanceof int interface is lambda let long loop match mod module mut namespace
  new nil not null None or override package pass print private protected pub public raise range readonly require return
  select self short static struct super switch this throw throws trait true True False try type typeof union unsafe use
  using val var virtual void volatile when where while with yield SELECT FROM WHERE INSERT INTO UPDATE DELETE CREATE TABLE
  JOIN LEFT INNER ON GROUP ORDER BY HAVING LIMIT VALUES SET AND OR NOT NULL AS`.split(/\s+/),
);

/**
 * A token of code: a comment, a string, a number or a word, in this order. `#` starts a comment only after a space and if it is not that of a
 * colour or a directive; `//` does not after a colon, as in an address. An apostrophe within a word does not start a string.
 */
const CODE_TOKEN = new RegExp(
  [
    /(?<comment>(?<!:)\/\/.*|\/\*.*?(?:\*\/|$)|(?<![^\s\u00a0])#(?!include|define|if|endif|pragma|!?\[|[\da-f]{3,8}\b).*|(?<![^\s\u00a0])--[\s\u00a0].*|<!--.*)/u,
    /(?<string>"(?:[^"\\]|\\.)*"|(?<![\p{L}\p{N}])'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)/u,
    /(?<number>(?<![\p{L}\p{N}_])(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?))/u,
    /(?<word>[\p{L}_$][\p{L}\p{N}_$]*)/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'giu',
);

/** The named groups of TOKEN, one of which is set. */
type TokenGroups = Partial<Record<'comment' | 'string' | 'number' | 'word', string | undefined>>;

/** The colour of a token; undefined for a word that is not a keyword. */
function colorOf({ comment, string, number, word }: TokenGroups, colors: CodePalette): string | undefined {
  if (comment !== undefined) return colors.comment;
  if (string !== undefined) return colors.string;
  if (number !== undefined) return colors.number;
  return word !== undefined && KEYWORDS.has(word) ? colors.keyword : undefined;
}

/** Splits a part of a line of code into runs of one colour each; the text stays the same. */
export function splitCodeIntoColoredRuns(text: string, colors: CodePalette): TextRun[] {
  const runs: TextRun[] = [];
  let plainStart = 0;
  for (const match of text.matchAll(CODE_TOKEN)) {
    const color = colorOf(match.groups ?? {}, colors);
    if (color === undefined) continue;
    if (match.index > plainStart) runs.push({ text: text.slice(plainStart, match.index) });
    runs.push({ text: match[0], color });
    plainStart = match.index + match[0].length;
  }
  if (plainStart < text.length || runs.length === 0) runs.push({ text: text.slice(plainStart) });
  return runs;
}
