import type { Template, TypeStyle } from '../design.ts';
import type { DrawableSlide } from '../drawable-slide.ts';
import { type DrawableTable, tableColumns } from '../drawable-table.ts';
import type { GraphicContent } from '../layout/graphic-content.ts';
import { isShrunk } from '../layout/text-fit.ts';
import { cleanText } from '../text/clean-text.ts';
import { withoutMarks } from '../text/inline-markup.ts';
import type { TextContext, Typesetter } from '../text/typesetting.ts';
import { type Direction, isAlphabetic } from '../text/writing-system.ts';
import { decimalSign, figureTail, isFigureColumn } from './figure-cells.ts';
import { fitTable } from './fit-table.ts';
import { placeTable } from './place-table.ts';
import type { TypesetCell, TypesetTable } from './table-cells.ts';
import { withSource } from './table-source.ts';

/** Line height in a cell, as a multiple of the size: lines are closer together than those of a list. */
const LEADING = 1.24;
const HEADER_WEIGHT = 700;

/** The letters of alphabetic texts, each once: all cells should have one face, which needs all of them. */
const lettersOf = (texts: readonly string[]): string => [...new Set(texts.filter(isAlphabetic).join(''))].join('');

function sidesOf(table: DrawableTable, texts: readonly (readonly string[])[], direction: Direction) {
  const [start, end] = direction === 'rtl' ? (['right', 'left'] as const) : (['left', 'right'] as const);
  const count = tableColumns(table);
  return Array.from({ length: count }, (_, column) => {
    const cells = texts.map((row) => row[column] ?? '');
    const isFigures = isFigureColumn(cells, column, count);
    return { side: table.align?.[column] ?? (isFigures ? end : start), isFigures };
  });
}

/** Chooses the fonts and alignments of the cells of a table. */
export async function typesetTable(
  slide: DrawableSlide,
  table: DrawableTable,
  { type }: Template,
  direction: Direction,
  { typesetParagraph }: Typesetter,
): Promise<GraphicContent> {
  const { markup, language } = slide;
  const clean = (row: readonly string[]): string[] => row.map(cleanText);
  const plain = (row: readonly string[]): string[] => row.map((text) => withoutMarks(text, markup));
  const header = table.header && clean(table.header);
  const rows = table.rows.map(clean);
  const shown = rows.map(plain);
  const columns = sidesOf(table, shown, direction);
  const all = [...(header ? plain(header) : []), ...shown.flat()];
  const context: TextContext = { language, text: all.join(' '), direction, markup, sameFaceTexts: [lettersOf(all)] };
  const style: TypeStyle = { ...type.body, leading: LEADING };
  const sign = decimalSign(language);

  const highlight = { rows: new Set(table.highlight_rows), columns: new Set(table.highlight_columns) };
  const strong: TypeStyle = { ...style, weight: HEADER_WEIGHT };
  const typesetCell = async (text: string, column: number, row: number): Promise<TypesetCell> => {
    const look = highlight.rows.has(row) || highlight.columns.has(column) ? strong : style;
    if (!columns[column]?.isFigures) return { paragraph: await typesetParagraph(text, look, context) };
    // Digits run from left to right on every slide: a sign stays before its number.
    const counted: TextContext = { ...context, direction: 'ltr' };
    // A space at the beginning of a line would have no width.
    const tail = figureTail(withoutMarks(text, markup), sign).replace(/^ /, '\u00a0');
    return {
      paragraph: { ...(await typesetParagraph(text, look, counted)), isTabular: true },
      tail: tail === '' ? undefined : { ...(await typesetParagraph(tail, look, counted)), isTabular: true },
    };
  };
  const source = cleanText(table.source ?? '');
  const set: TypesetTable = {
    header:
      header &&
      (await Promise.all(header.map(async (text) => ({ paragraph: await typesetParagraph(text, strong, context) })))),
    rows: await Promise.all(
      rows.map((row, index) => Promise.all(row.map((text, column) => typesetCell(text, column, index)))),
    ),
    ...{ columns, direction, highlight },
    source: source === '' ? undefined : await typesetParagraph(source, style, { ...context, markup: 'none' }),
  };
  const cells = [...(set.header ?? []), ...set.rows.flat()].map(({ paragraph }) => paragraph);
  return {
    paragraphs: set.source ? [...cells, set.source] : cells,
    arrange: (frame, measure) =>
      withSource(set.source, frame, measure, async (inner) => {
        const fitted = await fitTable(set, type.body, inner, measure);
        return { ...placeTable(fitted, set, inner), shrunk: isShrunk(fitted.size, type.body.largest, inner.unit) };
      }),
  };
}
