import type { MeasureNodes } from '../text/paragraph-node.ts';
import { singleLineWidths, unbrokenWords } from '../text/single-line-widths.ts';
import { textOfRuns } from '../text/text-runs.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { ColumnWidthNeeds } from './column-widths.ts';
import { cellMarkWidth, type TypesetCell, type TypesetTable } from './table-cells.ts';
import { type MergedCellWidthNeed, widenColumnsForMergedCells } from './widen-columns.ts';

/** Number of the longest words of a column that are measured: one of them is the widest. */
const WORDS_MEASURED = 3;
/** A word that is wider than this, such as an address, is broken; in sizes of type. */
const MAX_WORD = 12;
/** Text without spaces is not set narrower than this; in sizes of type. */
const MIN_WRAP_WIDTH = 4;

/** The widths that a column needs, in sizes of its type. */
export interface MeasuredColumn extends ColumnWidthNeeds {
  /** For a column of figures: the widest whole part, and the widest tail (decimals and unit). */
  figures?: { whole: number; tail: number } | undefined;
  /** The widest text after a bar, 0 if no text follows one; undefined: no cell has a bar. */
  barText?: number | undefined;
}

/** The columns of a table, and the widths of each cell and of its tail by its paragraph, in sizes of its type. */
export interface MeasuredTable {
  columns: readonly MeasuredColumn[];
  /** On one line. */
  widths: ReadonlyMap<TypesetParagraph, number>;
  tails: ReadonlyMap<TypesetParagraph, number>;
}

interface Word {
  text: string;
  paragraph: TypesetParagraph;
}

function longestWords(cells: readonly TypesetCell[]): Word[] {
  return cells
    .flatMap(({ paragraph }) => unbrokenWords(textOfRuns(paragraph.runs)).map((text) => ({ text, paragraph })))
    .sort((a, b) => b.text.length - a.text.length)
    .slice(0, WORDS_MEASURED);
}

/** Measures the widths that the columns of a table need, in three concurrent calls of the layout engine, however large the table is. */
export async function measureTable(
  { heads, rows, columns, spans }: TypesetTable,
  measure: MeasureNodes,
): Promise<MeasuredTable> {
  const places = [...heads, ...rows].flatMap((row, index) =>
    row.map((cell, column) => ({ cell, column, row: index, isHead: index < heads.length })),
  );
  const inColumns = columns.map((_, index) => {
    const shown = places.filter(({ row, column }) => column === index && spans.isSingle(row, column));
    return {
      head: shown.filter(({ isHead }) => isHead).map(({ cell }) => cell),
      body: shown.filter(({ isHead }) => !isHead).map(({ cell }) => cell),
    };
  });
  const wide = places.flatMap(({ cell, column, row }) => {
    const span = spans.at(row, column);
    return span ? [{ cell, column, columns: span.columns }] : [];
  });
  const cellsOf = ({ head, body }: (typeof inColumns)[number]): TypesetCell[] => [...head, ...body];
  const cells = [...inColumns.flatMap(cellsOf), ...wide.map(({ cell }) => cell)];
  const withTail = cells.flatMap(({ paragraph, tail }) => (tail ? [{ paragraph, tail }] : []));
  const words = [...inColumns.map(cellsOf), ...wide.map(({ cell }) => [cell])].map(longestWords);
  const [widths, tailWidths, wordWidths] = await Promise.all([
    singleLineWidths(
      cells.map(({ paragraph }) => paragraph),
      measure,
    ),
    singleLineWidths(
      withTail.map(({ tail }) => tail),
      measure,
    ),
    singleLineWidths(
      words.flat().map(({ text, paragraph }) => ({ ...paragraph, runs: [{ text }] })),
      measure,
    ),
  ]);
  const widthOf = new Map(cells.map((cell, index) => [cell, widths[index] ?? 0]));
  const widthOfWord = new Map(words.flat().map((word, index) => [word, wordWidths[index] ?? 0]));
  const tails = new Map(withTail.map(({ paragraph }, index) => [paragraph, tailWidths[index] ?? 0]));

  const measured = inColumns.map((column, index): MeasuredColumn => {
    const widthWith = (cell: TypesetCell, bar: 'least' | 'natural'): number => {
      const width = widthOf.get(cell) ?? 0;
      return width + cellMarkWidth(cell.mark, width > 0, bar);
    };
    const own = cellsOf(column).map((cell) => widthWith(cell, 'natural'));
    const widest = Math.max(0, ...own);
    const typical = own.reduce((total, each) => total + each, 0) / Math.max(1, own.length);
    const word = Math.max(0, ...(words[index] ?? []).map((each) => widthOfWord.get(each) ?? 0));
    const marked = Math.max(0, ...cellsOf(column).map(({ mark }) => cellMarkWidth(mark, true, 'least')));
    const least = Math.min(widest, Math.max(Math.min(word, MAX_WORD) + marked, MIN_WRAP_WIDTH));
    const barTexts = column.body.flatMap((cell) => (cell.mark && 'bar' in cell.mark ? [widthOf.get(cell) ?? 0] : []));
    const barText = barTexts.length > 0 ? Math.max(...barTexts) : undefined;
    const plain = column.body.filter(({ mark }) => !mark);
    if (!columns[index]?.isFigures || plain.length === 0)
      return { natural: widest, least, typical: Math.max(typical, least), barText };
    const bodies = plain.map((cell) => {
      const tail = tails.get(cell.paragraph) ?? 0;
      return { tail, whole: (widthOf.get(cell) ?? 0) - tail };
    });
    const whole = Math.max(...bodies.map((cell) => cell.whole));
    const tail = Math.max(...bodies.map((cell) => cell.tail));
    const natural = Math.max(widest, whole + tail);
    const figures = Math.max(whole + tail, least);
    return { natural, least: figures, typical: figures, figures: { whole, tail }, barText };
  });
  const needs = wide.map(({ cell, column, columns: across }, index): MergedCellWidthNeed => {
    const word = Math.max(0, ...(words[inColumns.length + index] ?? []).map((each) => widthOfWord.get(each) ?? 0));
    const natural = (widthOf.get(cell) ?? 0) + cellMarkWidth(cell.mark, true, 'natural');
    return { column, columns: across, natural, least: Math.min(natural, Math.min(word, MAX_WORD)) };
  });
  const lines = new Map(cells.map(({ paragraph }, index) => [paragraph, widths[index] ?? 0]));
  return { columns: widenColumnsForMergedCells(measured, needs), widths: lines, tails };
}
