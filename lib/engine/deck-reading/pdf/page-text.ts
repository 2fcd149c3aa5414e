import { largestOf, smallestOf } from '../extremes.ts';
import type { PdfPageCharacter } from './page-letters.ts';

/** A line of a page. */
interface PageLine {
  text: string;
  /** In points: the size of its largest letter, its distance from the top, and its width. */
  size: number;
  y: number;
  start: number;
  width: number;
  firstWord: number;
  /** Its last character is a hyphen that splits a word. */
  isHyphenated: boolean;
}

/** Relative difference of the font sizes of lines in one paragraph, at most. */
const SAME_SIZE = 0.12;
/** Distance between lines of one paragraph, at most, in font sizes. */
const MAX_LEADING = 1.8;
/** Share of the width of the page below which a line did not end because it was full. */
const LONG = 0.35;
/** Share of the widest line of a block that a line and the first word of the next one must exceed for the line to be full. */
const FULL = 0.97;
/** Difference in height of the parts of one row, at most, in font sizes. */
const SAME_ROW = 0.3;
/** Gap between the parts of one word, at most, in font sizes. */
const SAME_WORD = 0.15;
const BULLET = /^(?:[•‣◦▪▸►●○■□–—*-]|\(?\d{1,2}[.)]|\(?[a-z][.)])(?:\s|$)/u;
/** Character that marks a point and is not spoken. */
const SIGN = /^[•‣◦▪▸►●○■□–—*-]\s+/u;
const ENDED = /[.!?。！？:：]["'”’)\]]*$/u;
const SQUARE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

type Turned = { x: number; y: number; right: number };

/** The place of a letter on the page in reading position. @param turns clockwise quarter turns of the page */
function placeOf({ box: { left, right, bottom, top } }: PdfPageCharacter, turns: number): Turned {
  switch (turns) {
    case 1:
      return { x: bottom, right: top, y: left };
    case 2:
      return { x: -right, right: -left, y: bottom };
    case 3:
      return { x: -top, right: -bottom, y: -left };
    default:
      return { x: left, right, y: -bottom };
  }
}

function lineOf(letters: readonly PdfPageCharacter[], turns: number): PageLine | undefined {
  const seen = letters.filter(({ isSeen, isGenerated }) => isSeen || isGenerated);
  const text = seen
    // A hyphen at the end of a line, whose word PDFium has already joined into one row.
    .map(({ text, isHyphen }, at) => (isHyphen ? (/^\p{Ll}/u.test(seen[at + 1]?.text ?? '') ? '' : '-') : text))
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/[\p{C}\ufffe\uffff]/gu, '')
    .trim();
  const inked = seen.filter((letter) => !letter.isGenerated && letter.text.trim() !== '');
  if (text === '' || inked.length === 0) return undefined;
  const places = inked.map((letter) => placeOf(letter, turns));
  const [start, end] = [smallestOf(places.map(({ x }) => x)), largestOf(places.map(({ right }) => right))];
  const width = end - start;
  return {
    text,
    size: largestOf(inked.map(({ size }) => size)),
    y: places[0]?.y ?? 0,
    start,
    width,
    firstWord: (width * (text.split(' ')[0] ?? '').length) / text.length,
    isHyphenated: seen.findLast((letter) => letter.text.trim() !== '')?.isHyphen === true || /\p{Ll}-$/u.test(text),
  };
}

/** Joins parts at one height into one line: PDFium may report a line end between two sizes or fonts. */
function inWholeRows(parts: readonly PageLine[]): PageLine[] {
  const lines: PageLine[] = [];
  for (const part of parts) {
    const line = lines.at(-1);
    const gap = line ? part.start - line.start - line.width : 0;
    const isSame = line && Math.abs(part.y - line.y) <= SAME_ROW * line.size && gap >= 0 && gap <= line.size;
    if (!isSame) lines.push(part);
    else
      lines[lines.length - 1] = {
        ...line,
        text: `${line.text}${gap <= SAME_WORD * line.size ? '' : ' '}${part.text}`,
        width: part.start + part.width - line.start,
        isHyphenated: part.isHyphenated,
      };
  }
  return lines;
}

const isNear = (line: PageLine, next: PageLine): boolean =>
  Math.abs(line.size - next.size) <= SAME_SIZE * line.size && Math.abs(next.y - line.y) <= MAX_LEADING * line.size;

/**
 * Reports whether a line continues in the next one. @param widest width of the widest line in the block @param across width of the page,
 * in points
 */
function continues(line: PageLine, next: PageLine, { widest, across }: { widest: number; across: number }): boolean {
  if (BULLET.test(next.text)) return false;
  const isLower = /^\p{Ll}/u.test(next.text);
  if (line.isHyphenated && isLower) return true;
  if (ENDED.test(line.text) || next.start < line.start - 2 * line.size) return false;
  const needed = line.width + next.firstWord;
  return needed >= FULL * widest && (line.width >= LONG * across || (isLower && needed > next.width));
}

/** The width of the widest line of each block of close lines. */
function widestOf(lines: readonly PageLine[]): number[] {
  const widest: number[] = [];
  for (let first = 0; first < lines.length; ) {
    let end = first + 1;
    for (let line = lines[first]; end < lines.length; end++) {
      const next = lines[end];
      if (!line || !next || !isNear(line, next)) break;
      line = next;
    }
    const most = largestOf(lines.slice(first, end).map(({ width }) => width));
    for (; first < end; first++) widest.push(most);
  }
  return widest;
}

/** Joins two lines. */
function joined(text: string, line: PageLine, next: string): string {
  if (line.isHyphenated && /^\p{Ll}/u.test(next)) return text.replace(/-$/, '') + next;
  return SQUARE.test(text.slice(-1)) && SQUARE.test(next.slice(0, 1)) ? text + next : `${text} ${next}`;
}

/**
 * The visible text of a page: one paragraph or heading per line, with hyphenated words joined. Pure.
 * @param turns quarter turns of the page to the right
 * @param across width of the turned page, in points
 */
export function textOfPdfPage(letters: readonly PdfPageCharacter[], turns: number, across: number): string {
  const rows: PdfPageCharacter[][] = [[]];
  for (const letter of letters)
    if (letter.isGenerated && /[\r\n]/.test(letter.text)) rows.push([]);
    else rows.at(-1)?.push(letter);
  const lines = inWholeRows(rows.flatMap((row) => lineOf(row, turns) ?? []));
  const widest = widestOf(lines);
  const paragraphs: string[] = [];
  for (const [at, line] of lines.entries()) {
    const last = lines[at - 1];
    const before = paragraphs.at(-1);
    if (
      last &&
      before !== undefined &&
      isNear(last, line) &&
      continues(last, line, { widest: widest[at] ?? 0, across })
    )
      paragraphs[paragraphs.length - 1] = joined(before, last, line.text);
    else paragraphs.push(line.text.replace(SIGN, ''));
  }
  return paragraphs
    .filter((paragraph) => /[\p{L}\p{N}]/u.test(paragraph))
    .join('\n')
    .toWellFormed();
}
