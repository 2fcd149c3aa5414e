import { type AvailableTextSpace, measureTextBlockAtSize } from './fit-text-block.ts';
import { type MeasureNodes, paragraphNode } from './paragraph-node.ts';
import type { FittedTextBlock, TextBlock } from './text-block.ts';
import { mergeAdjacentTextRuns, splitRunsIntoGraphemes, type TextRun } from './text-runs.ts';
import type { TypesetParagraph } from './typesetting.ts';
import { allowsLetterSpacingAndSlant } from './writing-system.ts';

/** The size of type, in pixels, in which lines are measured. */
const REFERENCE_SIZE = 100;
/** Space around code, as a fraction of the unit. */
const PADDING = 0.036;
/** The factor of the largest size up to which short lines of code are set. */
const LARGER_FACTOR = 1.34;
/** The line height of few lines is increased until they fill the fraction `ofRoom` of the room, by at most the factor `maxFactor`. */
const LOOSE_LINES = { ofRoom: 0.38, maxFactor: 1.6 };
/** Width of a letter of the font for code, in em. */
const LETTER_WIDTH = 0.6;
/** The largest size of wrapped lines, a fraction of the unit. */
const MAX_WRAPPED_SIZE = 0.034;
/** The factor from one size to the next smaller one. */
const SIZE_STEP = 0.945;
/** Factor of the line height of rows that would not fit otherwise. */
const DENSE_FACTOR = 0.86;
/** A width in which no line wraps, in pixels. */
const MAX_WIDTH = REFERENCE_SIZE * 10_000;

/** The width of each line that is not wrapped, in sizes of its type. */
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
  let fittingRows = 0;
  let totalHeight = 0;
  while (fittingRows < heights.length && totalHeight + (heights[fittingRows] ?? 0) <= height)
    totalHeight += heights[fittingRows++] ?? 0;
  const keptRows = Math.max(1, fittingRows);
  const lastRow = block.paragraphs[keptRows - 1];
  const paragraphs = block.paragraphs.slice(0, keptRows);
  if (lastRow && keptRows < block.paragraphs.length) paragraphs[keptRows - 1] = { ...lastRow, runs: [{ text: '…' }] };
  return { block: { ...block, paragraphs }, heights: heights.slice(0, keptRows) };
}

/** The block with other line heights. @param factor of the usual ones */
const withLeading = (block: TextBlock, factor: number): TextBlock => ({
  ...block,
  paragraphs: block.paragraphs.map((line) => ({ ...line, leading: line.leading * factor })),
});

/**
 * Sets lines of code in the largest size in which none is broken. If that size would not be readable, lines are wrapped, with a hanging
 * indent and a mark. If the rows do not fit even then, the last ones are left out, and the last row shown is an ellipsis.
 * @throws RangeError for a block without a line
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
  // All rows are equally high, in whichever scripts their comments are.
  const leading = Math.max(...block.paragraphs.map((line) => line.leading));
  const lines = block.paragraphs.map((line) => ({ ...line, leading }));
  const evenBlock: TextBlock = { ...block, paragraphs: lines };
  const smallest = style.smallest * room.unit;
  const widestLine = Math.max(...(await widthsOf(lines, measure)));
  const sizeByWidth = widestLine > 0 ? (width - 1) / widestLine : style.largest * LARGER_FACTOR * room.unit;
  const sizeByHeight = height / (lines.length * leading + 0.5);
  const size = Math.floor(Math.min(style.largest * LARGER_FACTOR * room.unit, sizeByWidth, sizeByHeight) * 4) / 4;
  const withPadding = (fitted: FittedTextBlock, cut: boolean): FittedTextBlock => {
    const paddedHeight = fitted.height + 2 * padding;
    return {
      ...fitted,
      width: room.width,
      padding,
      height: paddedHeight,
      cut,
      uncutHeight: fitted.uncutHeight + 2 * padding,
    };
  };
  const readableSize = Math.min(block.panel?.least ?? 0, style.largest * room.unit);
  const isTooWide = sizeByWidth < Math.min(readableSize, sizeByHeight);
  const largestWrappedSize = Math.max(readableSize, Math.min(MAX_WRAPPED_SIZE, style.largest) * room.unit);
  for (
    let wrappedSize = largestWrappedSize;
    isTooWide && wrappedSize > Math.max(size, smallest);
    wrappedSize *= SIZE_STEP
  ) {
    const rows = wrapCode(evenBlock, Math.floor(width / wrappedSize / LETTER_WIDTH));
    if (rows.paragraphs.length * leading * wrappedSize > height) continue;
    const fitted = await measureTextBlockAtSize(rows, wrappedSize, width, measure);
    if (fitted.height <= height) return withPadding(fitted, false);
  }
  if (size >= smallest) {
    const leadingFactor = Math.min(
      LOOSE_LINES.maxFactor,
      (LOOSE_LINES.ofRoom * height) / (lines.length * leading * size),
    );
    return withPadding(
      await measureTextBlockAtSize(
        leadingFactor > 1 ? withLeading(evenBlock, leadingFactor) : evenBlock,
        size,
        width,
        measure,
      ),
      false,
    );
  }
  const wrappedBlock = wrapCode(evenBlock, Math.floor(width / smallest / LETTER_WIDTH));
  const fittedWrapped = await measureTextBlockAtSize(wrappedBlock, smallest, width, measure);
  if (fittedWrapped.height <= height) return withPadding(fittedWrapped, false);
  const denseBlock = withLeading(wrappedBlock, DENSE_FACTOR);
  const fittedDense = await measureTextBlockAtSize(denseBlock, smallest, width, measure);
  if (fittedDense.height <= height) return withPadding(fittedDense, false);
  const cutBlock = cutRows(denseBlock, fittedDense.heights, height);
  const cutHeight = cutBlock.heights.reduce((total, each) => total + each, 0);
  return withPadding({ ...fittedDense, ...cutBlock, height: cutHeight, uncutHeight: fittedDense.height }, true);
}

/** A column of indentation. */
const INDENT_SPACE = '\u00a0';
/** Columns by which continued rows are indented further. */
const HANGING_COLUMNS = 4;
/** The largest indent of a continued row, as a part of the columns. */
const MAX_INDENT = 0.5;
/** The largest number of columns by which a row is shortened to end between two words. */
const WORD_SEARCH = 16;
/** Columns of a grapheme: two if it is not of an alphabet, because the font for code lacks it. */
const columnsOf = (unit: TextRun): number => ('text' in unit && allowsLetterSpacingAndSlant(unit.text) ? 1 : 2);
/** Reports whether a row may end after a grapheme. */
const isBreakableAfter = (unit: TextRun | undefined): boolean =>
  unit !== undefined && 'text' in unit && /^[\s\u00a0,;]$/u.test(unit.text);
/** The mark before the continuation of a wrapped line. */
const WRAP_MARK = '›';

/**
 * The runs of one line as rows of at most `columns` columns; rows after the first are indented further, and start with a mark.
 * @param markColor `#rrggbb`; undefined: that of the text
 */
export function wrapCodeLine(runs: readonly TextRun[], columns: number, markColor?: string): TextRun[][] {
  const units = splitRunsIntoGraphemes(runs);
  const indentColumns = units.findIndex((unit) => !('text' in unit) || unit.text !== INDENT_SPACE);
  const rowIndent = Math.min(Math.max(0, indentColumns) + HANGING_COLUMNS, Math.floor(columns * MAX_INDENT));
  const rows: TextRun[][] = [];
  let rowStart = 0;
  while (rowStart < units.length || rows.length === 0) {
    const rowColumns = rows.length === 0 ? columns : columns - rowIndent;
    let rowEnd = rowStart;
    let usedColumns = 0;
    for (
      let nextUnit = units[rowEnd];
      nextUnit && usedColumns + columnsOf(nextUnit) <= rowColumns;
      nextUnit = units[rowEnd]
    ) {
      usedColumns += columnsOf(nextUnit);
      rowEnd++;
    }
    if (rowEnd < units.length) {
      let wordEnd = rowEnd;
      while (wordEnd > rowStart && wordEnd > rowEnd - WORD_SEARCH && !isBreakableAfter(units[wordEnd - 1])) wordEnd--;
      if (wordEnd > rowStart && isBreakableAfter(units[wordEnd - 1])) rowEnd = wordEnd;
    }
    rowEnd = Math.max(rowEnd, rowStart + 1);
    const row = units.slice(rowStart, rowEnd);
    const indentRuns: TextRun[] = [
      { text: INDENT_SPACE.repeat(Math.max(0, rowIndent - 2)) },
      { text: WRAP_MARK, color: markColor },
      { text: INDENT_SPACE },
    ];
    rows.push(mergeAdjacentTextRuns(rows.length === 0 ? row : [...indentRuns, ...row]));
    rowStart = rowEnd;
  }
  return rows;
}

/** A block of code with its lines wrapped at `columns` columns; each row still belongs to its bullet point. */
export function wrapCode(block: TextBlock, columns: number): TextBlock {
  const rows = block.paragraphs.flatMap((line, lineIndex) =>
    wrapCodeLine(line.runs, Math.max(HANGING_COLUMNS * 2, columns), block.panel?.mark).map((runs) => ({
      paragraph: { ...line, runs },
      owner: block.owners?.[lineIndex] ?? lineIndex,
    })),
  );
  return { ...block, paragraphs: rows.map(({ paragraph }) => paragraph), owners: rows.map(({ owner }) => owner) };
}
