import type { Template, TypeStyle } from '../design.ts';
import type { DrawableSlide } from '../drawable-slide.ts';
import { type DrawableTable, tableColumns } from '../drawable-table.ts';
import type { HeldContent } from '../layout/held-content.ts';
import { isShrunk } from '../layout/text-fit.ts';
import { cleanText } from '../text/clean-text.ts';
import { withoutMarks } from '../text/inline-markup.ts';
import type { TextContext, Typesetter } from '../text/typesetting.ts';
import { type Direction, isAlphabetic } from '../text/writing-system.ts';
import { decimalSign, figureTail, isFigureColumn } from './figure-cells.ts';
import { fitTable } from './fit-table.ts';
import { placeTable } from './place-table.ts';
import type { SetCell, SetTable } from './table-cells.ts';

/** Lines in a cell are closer together than those of a list. */
const LEADING = 1.24;
const HEADER_WEIGHT = 700;

/** The letters of texts, each once, in which all cells should look the same. */
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

/** Chooses the fonts of the cells of a table. */
export async function setTable(
  slide: DrawableSlide,
  table: DrawableTable,
  { type }: Template,
  direction: Direction,
  { setParagraph }: Typesetter,
): Promise<HeldContent> {
  const { markup, language } = slide;
  const clean = (row: readonly string[]): string[] => row.map(cleanText);
  const plain = (row: readonly string[]): string[] => row.map((text) => withoutMarks(text, markup));
  const header = table.header && clean(table.header);
  const rows = table.rows.map(clean);
  const shown = rows.map(plain);
  const columns = sidesOf(table, shown, direction);
  const all = [...(header ? plain(header) : []), ...shown.flat()];
  const context: TextContext = { language, text: all.join(' '), direction, markup, beside: [lettersOf(all)] };
  const style: TypeStyle = { ...type.body, leading: LEADING };
  const sign = decimalSign(language);

  const setCell = async (text: string, column: number): Promise<SetCell> => {
    if (!columns[column]?.isFigures) return { paragraph: await setParagraph(text, style, context) };
    // Digits run from left to right on every slide: a sign stays before its number.
    const counted: TextContext = { ...context, direction: 'ltr' };
    // A space at the beginning of a line would have no width.
    const tail = figureTail(withoutMarks(text, markup), sign).replace(/^ /, '\u00a0');
    return {
      paragraph: { ...(await setParagraph(text, style, counted)), isTabular: true },
      tail: tail === '' ? undefined : { ...(await setParagraph(tail, style, counted)), isTabular: true },
    };
  };
  const strong: TypeStyle = { ...style, weight: HEADER_WEIGHT };
  const set: SetTable = {
    header:
      header &&
      (await Promise.all(header.map(async (text) => ({ paragraph: await setParagraph(text, strong, context) })))),
    rows: await Promise.all(rows.map((row) => Promise.all(row.map(setCell)))),
    columns,
    direction,
  };
  return {
    paragraphs: [...(set.header ?? []), ...set.rows.flat()].map(({ paragraph }) => paragraph),
    async arrange(frame, measure) {
      const fitted = await fitTable(set, type.body, frame, measure);
      return { ...placeTable(fitted, set, frame), shrunk: isShrunk(fitted.size, type.body.largest, frame.short) };
    },
  };
}
