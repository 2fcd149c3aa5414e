import { type AvailableTextSpace, blockAtSize } from './fit-text-block.ts';
import { type MeasureNodes, paragraphNode } from './paragraph-node.ts';
import type { FittedTextBlock, TextBlock } from './text-block.ts';
import { mergeAdjacentTextRuns, splitRunsIntoGraphemes, type TextRun } from './text-runs.ts';
import type { TypesetParagraph } from './typesetting.ts';
import { allowsLetterSpacingAndSlant } from './writing-system.ts';

const REFERENCE_SIZE = 100;
/** Space around code, as a fraction of the unit. */
const PADDING = 0.036;
/** Short lines of code are set larger, up to this multiple of the largest size. */
const LARGER = 1.34;
/** The spacing of few lines is increased until they fill this fraction of the room, by at most this factor. */
const LOOSE = { ofRoom: 0.38, most: 1.6 };
/** Width of a letter of the font for code, in em. */
const ADVANCE = 0.6;
/** Wrapped lines start at this size, a fraction of the unit. */
const MAX_WRAPPED_SIZE = 0.034;
const SIZE_STEP = 0.945;
/** Factor of the line height of rows that would not fit otherwise. */
const DENSE_FACTOR = 0.86;
const MAX_WIDTH = REFERENCE_SIZE * 10_000;

/** The width of each line at size 1, unbroken. */
async function widthsOf(lines: readonly TypesetParagraph[], measure: MeasureNodes): Promise<number[]> {
  const look = { size: REFERENCE_SIZE, side: 'left', color: '#000000', balanced: false } as const;
  const measured = await measure(
    lines.map((line) => paragraphNode(line, look)),
    MAX_WIDTH,
  );
  return measured.map(({ width, runs }) => Math.max(width, ...runs.map((run) => run.x + run.width)) / REFERENCE_SIZE);
}

/** The rows that fit, at least one; the last of them is an ellipsis if others are left out. */
function cutRows(
  block: TextBlock,
  heights: readonly number[],
  height: number,
): { block: TextBlock; heights: number[] } {
  let count = 0;
  let sum = 0;
  while (count < heights.length && sum + (heights[count] ?? 0) <= height) sum += heights[count++] ?? 0;
  const kept = Math.max(1, count);
  const last = block.paragraphs[kept - 1];
  const paragraphs = block.paragraphs.slice(0, kept);
  if (last && kept < block.paragraphs.length) paragraphs[kept - 1] = { ...last, runs: [{ text: '…' }] };
  return { block: { ...block, paragraphs }, heights: heights.slice(0, kept) };
}

/** The block with other line heights. @param factor of the usual ones */
const withLeading = (block: TextBlock, factor: number): TextBlock => ({
  ...block,
  paragraphs: block.paragraphs.map((line) => ({ ...line, leading: line.leading * factor })),
});

/**
 * Sets lines of code in the largest size in which none is broken. If that size would not be readable, lines are wrapped, with a hanging
 * indent and a mark. If the rows do not fit even then, the last ones are left out, and the last row shown is an ellipsis.
 * @throws RangeError without a line
 */
export async function fitCode(
  block: TextBlock,
  room: AvailableTextSpace,
  measure: MeasureNodes,
): Promise<FittedTextBlock> {
  const style = block.paragraphs[0]?.style;
  if (!style) throw new RangeError('no line to fit');
  const padding = Math.round(PADDING * room.unit);
  const width = room.width - 2 * padding;
  const height = room.height - 2 * padding;
  // All rows are equally high, whatever scripts their comments are in.
  const leading = Math.max(...block.paragraphs.map((line) => line.leading));
  const lines = block.paragraphs.map((line) => ({ ...line, leading }));
  const even: TextBlock = { ...block, paragraphs: lines };
  const smallest = style.smallest * room.unit;
  const widest = Math.max(...(await widthsOf(lines, measure)));
  const byWidth = widest > 0 ? (width - 1) / widest : style.largest * LARGER * room.unit;
  const byHeight = height / (lines.length * leading + 0.5);
  const size = Math.floor(Math.min(style.largest * LARGER * room.unit, byWidth, byHeight) * 4) / 4;
  const framed = (fitted: FittedTextBlock, cut: boolean): FittedTextBlock => {
    const whole = fitted.height + 2 * padding;
    return { ...fitted, width: room.width, padding, height: whole, cut, uncutHeight: fitted.uncutHeight + 2 * padding };
  };
  const readable = Math.min(block.panel?.least ?? 0, style.largest * room.unit);
  const isTooWide = byWidth < Math.min(readable, byHeight);
  const largest = Math.max(readable, Math.min(MAX_WRAPPED_SIZE, style.largest) * room.unit);
  for (let tried = largest; isTooWide && tried > Math.max(size, smallest); tried *= SIZE_STEP) {
    const rows = wrapCode(even, Math.floor(width / tried / ADVANCE));
    if (rows.paragraphs.length * leading * tried > height) continue;
    const fitted = await blockAtSize(rows, tried, width, measure);
    if (fitted.height <= height) return framed(fitted, false);
  }
  if (size >= smallest) {
    const apart = Math.min(LOOSE.most, (LOOSE.ofRoom * height) / (lines.length * leading * size));
    return framed(await blockAtSize(apart > 1 ? withLeading(even, apart) : even, size, width, measure), false);
  }
  const wrapped = wrapCode(even, Math.floor(width / smallest / ADVANCE));
  const loose = await blockAtSize(wrapped, smallest, width, measure);
  if (loose.height <= height) return framed(loose, false);
  const dense = withLeading(wrapped, DENSE_FACTOR);
  const tried = await blockAtSize(dense, smallest, width, measure);
  if (tried.height <= height) return framed(tried, false);
  const kept = cutRows(dense, tried.heights, height);
  const sum = kept.heights.reduce((total, each) => total + each, 0);
  return framed({ ...tried, ...kept, height: sum, uncutHeight: tried.height }, true);
}

const INDENT = '\u00a0';
const HANGING = 4;
/** The largest indent of a continued row, as a part of the columns. */
const MAX_INDENT = 0.5;
/** The most columns by which a row is shortened to end between two words. */
const WORD_SEARCH = 16;
/** Columns of a grapheme: one that the font for code lacks may be up to two columns wide. */
const columnsOf = (unit: TextRun): number => ('text' in unit && allowsLetterSpacingAndSlant(unit.text) ? 1 : 2);
const isGap = (unit: TextRun | undefined): boolean =>
  unit !== undefined && 'text' in unit && /^[\s\u00a0,;]$/u.test(unit.text);
/** The mark before the continuation of a wrapped line. */
const WRAP_MARK = '›';

/**
 * The runs of one line as rows of at most `columns` columns; rows after the first are indented further, and start with a mark in the given
 * colour.
 */
export function wrapCodeLine(runs: readonly TextRun[], columns: number, mark?: string): TextRun[][] {
  const units = splitRunsIntoGraphemes(runs);
  const indent = units.findIndex((unit) => !('text' in unit) || unit.text !== INDENT);
  const hanging = Math.min(Math.max(0, indent) + HANGING, Math.floor(columns * MAX_INDENT));
  const rows: TextRun[][] = [];
  let from = 0;
  while (from < units.length || rows.length === 0) {
    const room = rows.length === 0 ? columns : columns - hanging;
    let end = from;
    let used = 0;
    for (let next = units[end]; next && used + columnsOf(next) <= room; next = units[end]) {
      used += columnsOf(next);
      end++;
    }
    if (end < units.length) {
      let back = end;
      while (back > from && back > end - WORD_SEARCH && !isGap(units[back - 1])) back--;
      if (back > from && isGap(units[back - 1])) end = back;
    }
    end = Math.max(end, from + 1);
    const row = units.slice(from, end);
    const before: TextRun[] = [
      { text: INDENT.repeat(Math.max(0, hanging - 2)) },
      { text: WRAP_MARK, color: mark },
      { text: INDENT },
    ];
    rows.push(mergeAdjacentTextRuns(rows.length === 0 ? row : [...before, ...row]));
    from = end;
  }
  return rows;
}

/** A block of code with its lines wrapped at `columns` columns; each row still belongs to its bullet point. */
export function wrapCode(block: TextBlock, columns: number): TextBlock {
  const rows = block.paragraphs.flatMap((line, i) =>
    wrapCodeLine(line.runs, Math.max(HANGING * 2, columns), block.panel?.mark).map((runs) => ({
      paragraph: { ...line, runs },
      owner: block.owners?.[i] ?? i,
    })),
  );
  return { ...block, paragraphs: rows.map(({ paragraph }) => paragraph), owners: rows.map(({ owner }) => owner) };
}
