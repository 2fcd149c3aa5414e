import type { TextStyle } from '../design.ts';
import type { DrawableSlide } from '../drawable-slide.ts';
import { type DrawableTable, tableBodyRows, tableColumnCount, tableHeadRowCount } from '../drawable-table.ts';
import type { GraphicContent, GraphicContext } from '../layout/graphic-content.ts';
import { isTextShrunk } from '../layout/text-fit-report.ts';
import { withoutInlineMarks } from '../text/inline-markup.ts';
import { normalizeDrawableText } from '../text/normalize-drawable-text.ts';
import type { SlideTextContext } from '../text/typesetting.ts';
import { allowsLetterSpacingAndSlant, type TextDirection } from '../text/writing-system.ts';
import { type CellWithMark, parseCellMark } from './cell-marks.ts';
import { decimalSeparatorOfLanguage, fractionAndUnitOfNumber, isFigureColumn } from './figure-cells.ts';
import { fitTable } from './fit-table.ts';
import type { CellMark, TypesetCell, TypesetTable } from './table-cells.ts';
import { graphicOfFittedTable } from './table-nodes.ts';
import { arrangeTableAboveSource } from './table-source.ts';
import { type MergedCellMap, mergedCellMap } from './table-spans.ts';

/** Line height in a cell, as a multiple of the size: lines are closer together than those of a list. */
const LEADING = 1.24;
/** Weight of the letters of the head, and of emphasized rows and columns. */
const HEADER_WEIGHT = 700;

/** The letters of alphabetic texts, each once: all cells share a face, which must have all of them. */
const distinctLettersOf = (texts: readonly string[]): string =>
  [...new Set(texts.filter(allowsLetterSpacingAndSlant).join(''))].join('');

/** The alignments of the columns, chosen by the cells below the head that are not merged, and whether each has figures. */
function columnAlignments(
  table: DrawableTable,
  texts: readonly (readonly string[])[],
  spans: MergedCellMap,
  direction: TextDirection,
) {
  const [start, end] = direction === 'rtl' ? (['right', 'left'] as const) : (['left', 'right'] as const);
  const columnCount = tableColumnCount(table);
  const headRowCount = tableHeadRowCount(table);
  return Array.from({ length: columnCount }, (_, column) => {
    const cells = texts.flatMap((row, index) =>
      spans.isSingle(headRowCount + index, column) ? [row[column] ?? ''] : [],
    );
    const isFigures = isFigureColumn(cells, column, columnCount);
    return { side: table.align?.[column] ?? (isFigures ? end : start), isFigures };
  });
}

/** Typesets the cells of a table. The function `arrange` of the result fits and draws them. */
export async function typesetTable(
  slide: DrawableSlide,
  table: DrawableTable,
  { template: { type }, direction, typesetter: { typesetParagraph }, loadIcons }: GraphicContext,
): Promise<GraphicContent> {
  const { markup, language } = slide;
  const parseRow = (row: readonly string[]) => row.map((text) => parseCellMark(normalizeDrawableText(text), markup));
  const plainTexts = (row: readonly { text: string }[]): string[] =>
    row.map(({ text }) => withoutInlineMarks(text, markup));
  const parsedRows = [...(table.header ? [table.header] : []), ...table.rows].map(parseRow);
  const [headRows, bodyRows] = [parsedRows.slice(0, tableHeadRowCount(table)), tableBodyRows(table).map(parseRow)];
  const spans = mergedCellMap(table.spans ?? []);
  const bodyTexts = bodyRows.map(plainTexts);
  const columns = columnAlignments(table, bodyTexts, spans, direction);
  const allTexts = [...headRows.flatMap(plainTexts), ...bodyTexts.flat()];
  const context: SlideTextContext = {
    language,
    text: allTexts.join(' '),
    direction,
    markup,
    sameFaceTexts: [distinctLettersOf(allTexts)],
  };
  const style: TextStyle = { ...type.body, leading: LEADING };
  const decimalSeparator = decimalSeparatorOfLanguage(language);
  const hasIcons = parsedRows.flat().some(({ icon }) => icon !== undefined);
  const iconDrawing = hasIcons ? await loadIcons?.() : undefined;

  // Requests count rows without the header, and with the second row of the head.
  const headRowsBeyondFirst = Math.max(0, headRows.length - 1);
  const highlight = {
    rows: new Set((table.highlight_rows ?? []).map((row) => row - headRowsBeyondFirst)),
    columns: new Set(table.highlight_columns),
  };
  const strongStyle: TextStyle = { ...style, weight: HEADER_WEIGHT };
  const markOf = ({ icon, bar }: CellWithMark): CellMark | undefined =>
    bar === undefined ? (icon === undefined ? undefined : { icon: iconDrawing?.(icon) ?? '' }) : { bar };
  const typesetHead = async (cell: CellWithMark): Promise<TypesetCell> => ({
    paragraph: await typesetParagraph(cell.text, strongStyle, context),
    mark: markOf(cell),
  });
  const typesetCell = async (cell: CellWithMark, column: number, row: number): Promise<TypesetCell> => {
    const { text } = cell;
    const mark = markOf(cell);
    const cellStyle = highlight.rows.has(row) || highlight.columns.has(column) ? strongStyle : style;
    if (!columns[column]?.isFigures) return { paragraph: await typesetParagraph(text, cellStyle, context), mark };
    // Numbers are set from left to right on every slide, so that a sign stays before its number.
    const leftToRight: SlideTextContext = { ...context, direction: 'ltr' };
    // A space at the start of a line would have no width.
    const tail = fractionAndUnitOfNumber(withoutInlineMarks(text, markup), decimalSeparator).replace(/^ /, '\u00a0');
    return {
      paragraph: { ...(await typesetParagraph(text, cellStyle, leftToRight)), isTabular: true },
      tail:
        tail === '' || mark
          ? undefined
          : { ...(await typesetParagraph(tail, cellStyle, leftToRight)), isTabular: true },
      mark,
    };
  };
  const sourceText = normalizeDrawableText(table.source ?? '');
  const typeset: TypesetTable = {
    heads: await Promise.all(headRows.map((row) => Promise.all(row.map(typesetHead)))),
    rows: await Promise.all(
      bodyRows.map((row, index) => Promise.all(row.map((text, column) => typesetCell(text, column, index)))),
    ),
    columns,
    direction,
    spans,
    highlight,
    source: sourceText === '' ? undefined : await typesetParagraph(sourceText, style, { ...context, markup: 'none' }),
  };
  const cells = [...typeset.heads, ...typeset.rows].flat().map(({ paragraph }) => paragraph);
  return {
    paragraphs: typeset.source ? [...cells, typeset.source] : cells,
    arrange: (frame, measure) =>
      arrangeTableAboveSource(typeset.source, frame, measure, async (tableFrame) => {
        const fitted = await fitTable(typeset, type.body, tableFrame, measure);
        return {
          ...graphicOfFittedTable(fitted, typeset, tableFrame),
          shrunk: isTextShrunk(fitted.size, type.body.largest, tableFrame.unit),
        };
      }),
  };
}
