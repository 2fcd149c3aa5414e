import type { MeasureNodes } from '../text/paragraph-node.ts';
import { singleLineWidths, unbreakableWords } from '../text/single-line-widths.ts';
import { textOfRuns } from '../text/text-runs.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { ColumnWidthNeeds } from './column-widths.ts';
import { cellMarkWidth, type TypesetCell, type TypesetTable } from './table-cells.ts';
import { type MergedCellWidthNeed, widenColumnsForMergedCells } from './widen-columns.ts';

/** The number of the longest words of a column that are measured: one of them is usually the widest. */
const MAX_MEASURED_WORDS = 3;
/** The largest width of a word that is not broken, in sizes of type: wider ones, such as addresses, are. */
const MAX_UNBROKEN_WORD = 12;
/** The smallest width to which text without spaces is wrapped, in sizes of type. */
const MIN_WRAP_WIDTH = 4;

/** The widths that a column needs, in sizes of its type. */
export interface MeasuredColumn extends ColumnWidthNeeds {
  /** For a column of figures: the widest whole part, and the widest tail (decimals and unit). */
  figures?: { whole: number; tail: number } | undefined;
  /** The widest text after a bar, 0 if no text follows one; undefined: no cell has a bar. */
  barText?: number | undefined;
}

/** The columns of a table, and the widths of its cells and of their tails, by the paragraph of the cell, in sizes of its type. */
export interface MeasuredTableWidths {
  columns: readonly MeasuredColumn[];
  /** The widths of cells on one line, without their marks. */
  widths: ReadonlyMap<TypesetParagraph, number>;
  /** The widths of the tails (decimals and unit) of numbers in columns of figures. */
  tails: ReadonlyMap<TypesetParagraph, number>;
}

/** A word in the fonts of its paragraph. */
interface Word {
  text: string;
  paragraph: TypesetParagraph;
}

/** The words with the most letters, at most WORDS_MEASURED. */
function longestWords(cells: readonly TypesetCell[]): Word[] {
  return cells
    .flatMap(({ paragraph }) => unbreakableWords(textOfRuns(paragraph.runs)).map((text) => ({ text, paragraph })))
    .sort((a, b) => b.text.length - a.text.length)
    .slice(0, MAX_MEASURED_WORDS);
}

/** Measures the widths that the columns of a table need, in three concurrent calls of the layout engine, however large the table is. */
export async function measureTableColumnWidths(
  { heads, rows, columns, spans }: TypesetTable,
  measure: MeasureNodes,
): Promise<MeasuredTableWidths> {
  const placedCells = [...heads, ...rows].flatMap((row, index) =>
    row.map((cell, column) => ({ cell, column, row: index, isHead: index < heads.length })),
  );
  const cellsInColumns = columns.map((_, index) => {
    const singleCells = placedCells.filter(({ row, column }) => column === index && spans.isSingle(row, column));
    return {
      head: singleCells.filter(({ isHead }) => isHead).map(({ cell }) => cell),
      body: singleCells.filter(({ isHead }) => !isHead).map(({ cell }) => cell),
    };
  });
  const mergedCells = placedCells.flatMap(({ cell, column, row }) => {
    const span = spans.at(row, column);
    return span ? [{ cell, column, columns: span.columns }] : [];
  });
  const cellsOf = ({ head, body }: (typeof cellsInColumns)[number]): TypesetCell[] => [...head, ...body];
  const cells = [...cellsInColumns.flatMap(cellsOf), ...mergedCells.map(({ cell }) => cell)];
  const cellsWithTail = cells.flatMap(({ paragraph, tail }) => (tail ? [{ paragraph, tail }] : []));
  const words = [...cellsInColumns.map(cellsOf), ...mergedCells.map(({ cell }) => [cell])].map(longestWords);
  const [widths, tailWidths, wordWidths] = await Promise.all([
    singleLineWidths(
      cells.map(({ paragraph }) => paragraph),
      measure,
    ),
    singleLineWidths(
      cellsWithTail.map(({ tail }) => tail),
      measure,
    ),
    singleLineWidths(
      words.flat().map(({ text, paragraph }) => ({ ...paragraph, runs: [{ text }] })),
      measure,
    ),
  ]);
  const widthOf = new Map(cells.map((cell, index) => [cell, widths[index] ?? 0]));
  const widthOfWord = new Map(words.flat().map((word, index) => [word, wordWidths[index] ?? 0]));
  const tails = new Map(cellsWithTail.map(({ paragraph }, index) => [paragraph, tailWidths[index] ?? 0]));

  const measuredColumns = cellsInColumns.map((column, index): MeasuredColumn => {
    const widthWith = (cell: TypesetCell, bar: 'least' | 'natural'): number => {
      const width = widthOf.get(cell) ?? 0;
      return width + cellMarkWidth(cell.mark, width > 0, bar);
    };
    const cellWidths = cellsOf(column).map((cell) => widthWith(cell, 'natural'));
    const widestCell = Math.max(0, ...cellWidths);
    const meanWidth = cellWidths.reduce((total, each) => total + each, 0) / Math.max(1, cellWidths.length);
    const widestWord = Math.max(0, ...(words[index] ?? []).map((each) => widthOfWord.get(each) ?? 0));
    const widestMark = Math.max(0, ...cellsOf(column).map(({ mark }) => cellMarkWidth(mark, true, 'least')));
    const least = Math.min(widestCell, Math.max(Math.min(widestWord, MAX_UNBROKEN_WORD) + widestMark, MIN_WRAP_WIDTH));
    const barTexts = column.body.flatMap((cell) => (cell.mark && 'bar' in cell.mark ? [widthOf.get(cell) ?? 0] : []));
    const barText = barTexts.length > 0 ? Math.max(...barTexts) : undefined;
    const unmarkedCells = column.body.filter(({ mark }) => !mark);
    if (!columns[index]?.isFigures || unmarkedCells.length === 0)
      return { natural: widestCell, least, typical: Math.max(meanWidth, least), barText };
    const figureParts = unmarkedCells.map((cell) => {
      const tail = tails.get(cell.paragraph) ?? 0;
      return { tail, whole: (widthOf.get(cell) ?? 0) - tail };
    });
    const widestWhole = Math.max(...figureParts.map((cell) => cell.whole));
    const tail = Math.max(...figureParts.map((cell) => cell.tail));
    const natural = Math.max(widestCell, widestWhole + tail);
    const figuresWidth = Math.max(widestWhole + tail, least);
    return { natural, least: figuresWidth, typical: figuresWidth, figures: { whole: widestWhole, tail }, barText };
  });
  const mergedNeeds = mergedCells.map(({ cell, column, columns: columnCount }, index): MergedCellWidthNeed => {
    const widestWord = Math.max(
      0,
      ...(words[cellsInColumns.length + index] ?? []).map((each) => widthOfWord.get(each) ?? 0),
    );
    const natural = (widthOf.get(cell) ?? 0) + cellMarkWidth(cell.mark, true, 'natural');
    return { column, columns: columnCount, natural, least: Math.min(natural, Math.min(widestWord, MAX_UNBROKEN_WORD)) };
  });
  const widthByParagraph = new Map(cells.map(({ paragraph }, index) => [paragraph, widths[index] ?? 0]));
  return { columns: widenColumnsForMergedCells(measuredColumns, mergedNeeds), widths: widthByParagraph, tails };
}
