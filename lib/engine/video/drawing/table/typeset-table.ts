import type { TextStyle } from '../design.ts';
import type { DrawableSlide } from '../drawable-slide.ts';
import { type DrawableTable, tableBodyRows, tableColumnCount, tableHeadRowCount } from '../drawable-table.ts';
import type { GraphicContent, GraphicContext } from '../layout/graphic-content.ts';
import { isTextShrunk } from '../layout/text-fit.ts';
import { withoutInlineMarks } from '../text/inline-markup.ts';
import { normalizeDrawableText } from '../text/normalize-drawable-text.ts';
import type { SlideTextContext } from '../text/typesetting.ts';
import { allowsLetterSpacingAndSlant, type TextDirection } from '../text/writing-system.ts';
import { type CellWithMark, parseCellMark } from './cell-marks.ts';
import { decimalSeparatorOfLanguage, fractionAndUnitOfNumber, isFigureColumn } from './figure-cells.ts';
import { fitTable } from './fit-table.ts';
import type { CellMark, TypesetCell, TypesetTable } from './table-cells.ts';
import { tableNodes } from './table-nodes.ts';
import { withTableSource } from './table-source.ts';
import { type MergedCellMap, mergedCellMap } from './table-spans.ts';

/** Line height in a cell, as a multiple of the size: lines are closer together than those of a list. */
const LEADING = 1.24;
const HEADER_WEIGHT = 700;

/** The letters of alphabetic texts, each once: one face must have them all, because all cells share it. */
const lettersOf = (texts: readonly string[]): string =>
  [...new Set(texts.filter(allowsLetterSpacingAndSlant).join(''))].join('');

/** Alignments of the columns, by the cells below the head that are not merged. */
function columnAlignments(
  table: DrawableTable,
  texts: readonly (readonly string[])[],
  spans: MergedCellMap,
  direction: TextDirection,
) {
  const [start, end] = direction === 'rtl' ? (['right', 'left'] as const) : (['left', 'right'] as const);
  const count = tableColumnCount(table);
  const heads = tableHeadRowCount(table);
  return Array.from({ length: count }, (_, column) => {
    const cells = texts.flatMap((row, index) => (spans.isSingle(heads + index, column) ? [row[column] ?? ''] : []));
    const isFigures = isFigureColumn(cells, column, count);
    return { side: table.align?.[column] ?? (isFigures ? end : start), isFigures };
  });
}

/** Typesets the cells of a table; `arrange` fits and draws them. */
export async function typesetTable(
  slide: DrawableSlide,
  table: DrawableTable,
  { template: { type }, direction, typesetter: { typesetParagraph }, loadIcons }: GraphicContext,
): Promise<GraphicContent> {
  const { markup, language } = slide;
  const parseRow = (row: readonly string[]) => row.map((text) => parseCellMark(normalizeDrawableText(text), markup));
  const plainRow = (row: readonly { text: string }[]): string[] =>
    row.map(({ text }) => withoutInlineMarks(text, markup));
  const lines = [...(table.header ? [table.header] : []), ...table.rows].map(parseRow);
  const [head, rows] = [lines.slice(0, tableHeadRowCount(table)), tableBodyRows(table).map(parseRow)];
  const spans = mergedCellMap(table.spans ?? []);
  const bodyTexts = rows.map(plainRow);
  const columns = columnAlignments(table, bodyTexts, spans, direction);
  const allTexts = [...head.flatMap(plainRow), ...bodyTexts.flat()];
  const context: SlideTextContext = {
    language,
    text: allTexts.join(' '),
    direction,
    markup,
    sameFaceTexts: [lettersOf(allTexts)],
  };
  const style: TextStyle = { ...type.body, leading: LEADING };
  const decimalSeparator = decimalSeparatorOfLanguage(language);
  const hasIcons = lines.flat().some(({ icon }) => icon !== undefined);
  const iconDrawing = hasIcons ? await loadIcons?.() : undefined;

  // Requests count rows without the header, and with the second row of the head.
  const headRowsBeyondFirst = Math.max(0, head.length - 1);
  const highlight = {
    rows: new Set((table.highlight_rows ?? []).map((row) => row - headRowsBeyondFirst)),
    columns: new Set(table.highlight_columns),
  };
  const strong: TextStyle = { ...style, weight: HEADER_WEIGHT };
  const markOf = ({ icon, bar }: CellWithMark): CellMark | undefined =>
    bar === undefined ? (icon === undefined ? undefined : { icon: iconDrawing?.(icon) ?? '' }) : { bar };
  const typesetHead = async (cell: CellWithMark): Promise<TypesetCell> => ({
    paragraph: await typesetParagraph(cell.text, strong, context),
    mark: markOf(cell),
  });
  const typesetCell = async (cell: CellWithMark, column: number, row: number): Promise<TypesetCell> => {
    const { text } = cell;
    const mark = markOf(cell);
    const cellStyle = highlight.rows.has(row) || highlight.columns.has(column) ? strong : style;
    if (!columns[column]?.isFigures) return { paragraph: await typesetParagraph(text, cellStyle, context), mark };
    // Digits run from left to right on every slide: a sign stays before its number.
    const leftToRight: SlideTextContext = { ...context, direction: 'ltr' };
    // A space at the beginning of a line would have no width.
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
  const source = normalizeDrawableText(table.source ?? '');
  const typeset: TypesetTable = {
    heads: await Promise.all(head.map((row) => Promise.all(row.map(typesetHead)))),
    rows: await Promise.all(
      rows.map((row, index) => Promise.all(row.map((text, column) => typesetCell(text, column, index)))),
    ),
    columns,
    direction,
    spans,
    highlight,
    source: source === '' ? undefined : await typesetParagraph(source, style, { ...context, markup: 'none' }),
  };
  const cells = [...typeset.heads, ...typeset.rows].flat().map(({ paragraph }) => paragraph);
  return {
    paragraphs: typeset.source ? [...cells, typeset.source] : cells,
    arrange: (frame, measure) =>
      withTableSource(typeset.source, frame, measure, async (inner) => {
        const fitted = await fitTable(typeset, type.body, inner, measure);
        return {
          ...tableNodes(fitted, typeset, inner),
          shrunk: isTextShrunk(fitted.size, type.body.largest, inner.unit),
        };
      }),
  };
}
