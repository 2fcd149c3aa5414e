import { largestOf, smallestOf } from '../extremes.ts';
import type { PdfPageCharacter } from './page-letters.ts';

/** A line of a page. All lengths are in points. */
interface PageLine {
  text: string;
  /** The size of its largest letter. */
  size: number;
  /** Its vertical position, which increases downwards. */
  y: number;
  /** The horizontal position of its start. */
  start: number;
  width: number;
  /** The estimated width of its first word. */
  firstWordWidth: number;
  /** True if its last character is a hyphen that splits a word. */
  isHyphenated: boolean;
}

/** The largest relative difference of the font sizes of lines in one paragraph. */
const MAX_SIZE_DIFFERENCE = 0.12;
/** The largest distance between lines of one paragraph, in font sizes. */
const MAX_LINE_DISTANCE = 1.8;
/** The smallest share of the width of the page that a full line has, unless the next line starts with a small letter. */
const MIN_LINE_SHARE_OF_PAGE = 0.35;
/** The smallest share of the widest line of a block that a full line and the first word of the next line have together. */
const MIN_FILLED_SHARE = 0.97;
/** The largest vertical distance between the parts of one row, in font sizes. */
const MAX_ROW_OFFSET = 0.3;
/** The largest gap between the parts of one word, in font sizes. */
const MAX_WORD_GAP = 0.15;
const POINT_START = /^(?:[•‣◦▪▸►●○■□–—*-]|\(?\d{1,2}[.)]|\(?[a-z][.)])(?:\s|$)/u;
/** The character that marks a point, which is not spoken, with the space after it. */
const POINT_SIGN = /^[•‣◦▪▸►●○■□–—*-]\s+/u;
const SENTENCE_END = /[.!?。！？:：]["'”’)\]]*$/u;
const UNSPACED_CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

type ReadingPosition = { x: number; y: number; right: number };

/** The place of a letter on the page in reading position. @param quarterTurns clockwise quarter turns of the page */
function readingPositionOf(
  { box: { left, right, bottom, top } }: PdfPageCharacter,
  quarterTurns: number,
): ReadingPosition {
  switch (quarterTurns) {
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

function createLine(letters: readonly PdfPageCharacter[], quarterTurns: number): PageLine | undefined {
  const visibleLetters = letters.filter(({ isSeen, isGenerated }) => isSeen || isGenerated);
  const text = visibleLetters
    // A hyphen at the end of a line, whose word PDFium has already joined into one row.
    .map(({ text, isHyphen }, index) =>
      isHyphen ? (/^\p{Ll}/u.test(visibleLetters[index + 1]?.text ?? '') ? '' : '-') : text,
    )
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/[\p{C}\ufffe\uffff]/gu, '')
    .trim();
  const nonBlankLetters = visibleLetters.filter((letter) => !letter.isGenerated && letter.text.trim() !== '');
  if (text === '' || nonBlankLetters.length === 0) return undefined;
  const positions = nonBlankLetters.map((letter) => readingPositionOf(letter, quarterTurns));
  const [start, end] = [smallestOf(positions.map(({ x }) => x)), largestOf(positions.map(({ right }) => right))];
  const width = end - start;
  return {
    text,
    size: largestOf(nonBlankLetters.map(({ size }) => size)),
    y: positions[0]?.y ?? 0,
    start,
    width,
    firstWordWidth: (width * (text.split(' ')[0] ?? '').length) / text.length,
    isHyphenated:
      visibleLetters.findLast((letter) => letter.text.trim() !== '')?.isHyphen === true || /\p{Ll}-$/u.test(text),
  };
}

/** Joins parts at one height into one line: PDFium may report a line end between two sizes or fonts. */
function joinRowParts(parts: readonly PageLine[]): PageLine[] {
  const lines: PageLine[] = [];
  for (const part of parts) {
    const line = lines.at(-1);
    const gap = line ? part.start - line.start - line.width : 0;
    const isInSameRow = line && Math.abs(part.y - line.y) <= MAX_ROW_OFFSET * line.size && gap >= 0 && gap <= line.size;
    if (!isInSameRow) lines.push(part);
    else
      lines[lines.length - 1] = {
        ...line,
        text: `${line.text}${gap <= MAX_WORD_GAP * line.size ? '' : ' '}${part.text}`,
        width: part.start + part.width - line.start,
        isHyphenated: part.isHyphenated,
      };
  }
  return lines;
}

const isNear = (line: PageLine, nextLine: PageLine): boolean =>
  Math.abs(line.size - nextLine.size) <= MAX_SIZE_DIFFERENCE * line.size &&
  Math.abs(nextLine.y - line.y) <= MAX_LINE_DISTANCE * line.size;

/**
 * Reports whether a line continues in the next one.
 * @param widest width of the widest line in the block
 * @param pageWidth width of the page, in points
 */
function doesContinueIn(
  line: PageLine,
  nextLine: PageLine,
  { widest, pageWidth }: { widest: number; pageWidth: number },
): boolean {
  if (POINT_START.test(nextLine.text)) return false;
  const isNextLower = /^\p{Ll}/u.test(nextLine.text);
  if (line.isHyphenated && isNextLower) return true;
  if (SENTENCE_END.test(line.text) || nextLine.start < line.start - 2 * line.size) return false;
  const neededWidth = line.width + nextLine.firstWordWidth;
  return (
    neededWidth >= MIN_FILLED_SHARE * widest &&
    (line.width >= MIN_LINE_SHARE_OF_PAGE * pageWidth || (isNextLower && neededWidth > nextLine.width))
  );
}

/** The width of the widest line of each block of close lines. */
function widestLineWidths(lines: readonly PageLine[]): number[] {
  const widestWidths: number[] = [];
  for (let blockStart = 0; blockStart < lines.length; ) {
    let blockEnd = blockStart + 1;
    for (let line = lines[blockStart]; blockEnd < lines.length; blockEnd++) {
      const nextLine = lines[blockEnd];
      if (!line || !nextLine || !isNear(line, nextLine)) break;
      line = nextLine;
    }
    const blockWidth = largestOf(lines.slice(blockStart, blockEnd).map(({ width }) => width));
    for (; blockStart < blockEnd; blockStart++) widestWidths.push(blockWidth);
  }
  return widestWidths;
}

/** Joins the text of a paragraph and the next line. @param line the last line of the paragraph so far */
function joinLines(text: string, line: PageLine, nextLine: string): string {
  if (line.isHyphenated && /^\p{Ll}/u.test(nextLine)) return text.replace(/-$/, '') + nextLine;
  return UNSPACED_CHARACTER.test(text.slice(-1)) && UNSPACED_CHARACTER.test(nextLine.slice(0, 1))
    ? text + nextLine
    : `${text} ${nextLine}`;
}

/**
 * The visible text of a page: one paragraph or heading per line, with hyphenated words joined. Pure.
 * @param quarterTurns quarter turns of the page to the right
 * @param pageWidth width of the turned page, in points
 */
export function textOfPdfPage(letters: readonly PdfPageCharacter[], quarterTurns: number, pageWidth: number): string {
  const rows: PdfPageCharacter[][] = [[]];
  for (const letter of letters)
    if (letter.isGenerated && /[\r\n]/.test(letter.text)) rows.push([]);
    else rows.at(-1)?.push(letter);
  const lines = joinRowParts(rows.flatMap((row) => createLine(row, quarterTurns) ?? []));
  const widestWidths = widestLineWidths(lines);
  const paragraphs: string[] = [];
  for (const [index, line] of lines.entries()) {
    const previousLine = lines[index - 1];
    const previousParagraph = paragraphs.at(-1);
    if (
      previousLine &&
      previousParagraph !== undefined &&
      isNear(previousLine, line) &&
      doesContinueIn(previousLine, line, { widest: widestWidths[index] ?? 0, pageWidth })
    )
      paragraphs[paragraphs.length - 1] = joinLines(previousParagraph, previousLine, line.text);
    else paragraphs.push(line.text.replace(POINT_SIGN, ''));
  }
  return paragraphs
    .filter((paragraph) => /[\p{L}\p{N}]/u.test(paragraph))
    .join('\n')
    .toWellFormed();
}
