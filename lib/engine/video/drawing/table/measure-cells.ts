import { lineWidths, unbrokenWords } from '../text/line-widths.ts';
import type { Measure } from '../text/paragraph-node.ts';
import { type Paragraph, textOfRuns } from '../text/typesetting.ts';
import type { ColumnNeeds } from './column-widths.ts';
import type { TypesetCell, TypesetTable } from './table-cells.ts';

/** Number of the longest words of a column that are measured: one of them is the widest. */
const WORDS_MEASURED = 3;
/** A word that is wider than this, such as an address, is broken; in sizes of type. */
const MAX_WORD = 12;
/** Text without spaces is not set narrower than this; in sizes of type. */
const MIN_WRAP_WIDTH = 4;

/** The widths that a column needs, in sizes of its type. */
export interface MeasuredColumn extends ColumnNeeds {
  /** For a column of figures: the widest whole part, and the widest tail (decimals and unit). */
  figures?: { whole: number; tail: number } | undefined;
}

/** The columns of a table, and the widths of each cell and of its tail by its paragraph, in sizes of its type. */
export interface MeasuredTable {
  columns: readonly MeasuredColumn[];
  /** On one line. */
  widths: ReadonlyMap<Paragraph, number>;
  tails: ReadonlyMap<Paragraph, number>;
}

interface Word {
  text: string;
  paragraph: Paragraph;
}

function longestWords(cells: readonly TypesetCell[]): Word[] {
  return cells
    .flatMap(({ paragraph }) => unbrokenWords(textOfRuns(paragraph.runs)).map((text) => ({ text, paragraph })))
    .sort((a, b) => b.text.length - a.text.length)
    .slice(0, WORDS_MEASURED);
}

/** Measures the widths that the columns of a table need, in three concurrent calls of the layout engine, however large the table is. */
export async function measureTable({ header, rows, columns }: TypesetTable, measure: Measure): Promise<MeasuredTable> {
  const inColumns = columns.map((_, column) => ({
    head: header?.[column],
    body: rows.flatMap((row) => row[column] ?? []),
  }));
  const cellsOf = ({ head, body }: (typeof inColumns)[number]): TypesetCell[] => (head ? [head, ...body] : body);
  const cells = inColumns.flatMap(cellsOf);
  const withTail = cells.flatMap(({ paragraph, tail }) => (tail ? [{ paragraph, tail }] : []));
  const words = inColumns.map((column) => longestWords(cellsOf(column)));
  const [widths, tailWidths, wordWidths] = await Promise.all([
    lineWidths(
      cells.map(({ paragraph }) => paragraph),
      measure,
    ),
    lineWidths(
      withTail.map(({ tail }) => tail),
      measure,
    ),
    lineWidths(
      words.flat().map(({ text, paragraph }) => ({ ...paragraph, runs: [{ text }] })),
      measure,
    ),
  ]);
  const widthOf = new Map(cells.map((cell, index) => [cell, widths[index] ?? 0]));
  const widthOfWord = new Map(words.flat().map((word, index) => [word, wordWidths[index] ?? 0]));
  const tails = new Map(withTail.map(({ paragraph }, index) => [paragraph, tailWidths[index] ?? 0]));

  const measured = inColumns.map((column, index): MeasuredColumn => {
    const own = cellsOf(column).map((cell) => widthOf.get(cell) ?? 0);
    const widest = Math.max(0, ...own);
    const typical = own.reduce((total, each) => total + each, 0) / Math.max(1, own.length);
    const word = Math.max(0, ...(words[index] ?? []).map((each) => widthOfWord.get(each) ?? 0));
    const least = Math.min(widest, Math.max(Math.min(word, MAX_WORD), MIN_WRAP_WIDTH));
    if (!columns[index]?.isFigures) return { natural: widest, least, typical: Math.max(typical, least) };
    const bodies = column.body.map((cell) => {
      const tail = tails.get(cell.paragraph) ?? 0;
      return { tail, whole: (widthOf.get(cell) ?? 0) - tail };
    });
    const whole = Math.max(...bodies.map((cell) => cell.whole));
    const tail = Math.max(...bodies.map((cell) => cell.tail));
    const natural = Math.max(widest, whole + tail);
    const figures = Math.max(whole + tail, least);
    return { natural, least: figures, typical: figures, figures: { whole, tail } };
  });
  const lines = new Map(cells.map(({ paragraph }, index) => [paragraph, widths[index] ?? 0]));
  return { columns: measured, widths: lines, tails };
}
