import { CODE_LIMITS } from '#engine/video/drawing/rich-slide-content.ts';
import { cutTextWithEllipsis } from '../cut-text-with-ellipsis.ts';
import type { DeckTable } from '../deck.ts';
import { MAX_SLIDES_PER_CONTENT, SLIDE_TEXT_LIMITS } from '../deck-limits.ts';
import { evenChunks } from '../in-chunks.ts';
import type { DeckPageContext } from './deck-page-context.ts';
import type { MarkdownPageBlockOfKind, MarkdownSlidePart } from './page-part.ts';

type Warn = DeckPageContext['warn'];
type Listing = NonNullable<MarkdownSlidePart['code']>;

/** The spaces that replace a tab. */
const TAB_SPACES = '    ';

/** The listings of the slides that a listing becomes; a cut listing is reported. */
function splitCode(code: Listing, warn: Warn): Listing[] {
  const lines = code.text.replaceAll('\t', TAB_SPACES).split('\n');
  const chunks = evenChunks(lines, CODE_LIMITS.lines);
  const isTooLong =
    chunks.length > MAX_SLIDES_PER_CONTENT || chunks.some((chunk) => chunk.join('\n').length > CODE_LIMITS.characters);
  if (isTooLong)
    warn(
      'code_cut',
      `Code was cut: a slide shows ${CODE_LIMITS.lines} lines of ${CODE_LIMITS.characters} characters. Show the part that matters.`,
    );
  return chunks
    .slice(0, MAX_SLIDES_PER_CONTENT)
    .map((chunk) => ({
      ...(chunks.length > 1 ? { ...code, focus: undefined } : code),
      text: cutTextWithEllipsis(chunk.join('\n'), CODE_LIMITS.characters).text,
    }))
    .filter(({ text }) => text.trim() !== '');
}

/**
 * A table of some rows of another, with at most as many columns, and characters in a cell, as a slide can show.
 * @param rows the indices of the rows, from 0
 */
function cutTable(table: DeckTable, rows: readonly number[]): DeckTable {
  const cutCells = (cells: readonly string[]): string[] =>
    cells
      .slice(0, SLIDE_TEXT_LIMITS.table_columns)
      .map((cell) => cutTextWithEllipsis(cell, SLIDE_TEXT_LIMITS.cell).text);
  const hasAllRows = rows.length === table.rows.length;
  const { header_rows: headRowCount, spans = [] } = table;
  const keptSpans = hasAllRows
    ? spans.filter(({ column, columns }) => column + columns <= SLIDE_TEXT_LIMITS.table_columns)
    : [];
  return {
    ...(table.header ? { header: cutCells(table.header) } : {}),
    // The rows of a part of a table have other numbers, and its head has one row.
    ...(hasAllRows && headRowCount ? { header_rows: headRowCount } : {}),
    ...(keptSpans.length > 0 ? { spans: keptSpans } : {}),
    rows: rows.map((row) => cutCells(table.rows[row] ?? [])),
    ...(table.align ? { align: table.align.slice(0, SLIDE_TEXT_LIMITS.table_columns) } : {}),
  };
}

/** The tables of the slides that a table becomes; a cut table is reported. */
function splitTable(block: MarkdownPageBlockOfKind<'table'>, warn: Warn): MarkdownPageBlockOfKind<'table'>[] {
  const columns = (block.table.header ?? block.table.rows[0] ?? []).length;
  const chunks = evenChunks([...block.table.rows.keys()], SLIDE_TEXT_LIMITS.table_rows);
  const cells = [...block.marked.rows.flat(), ...(block.marked.header ?? [])];
  if (
    columns > SLIDE_TEXT_LIMITS.table_columns ||
    chunks.length > MAX_SLIDES_PER_CONTENT ||
    cells.some((cell) => [...cell].length > SLIDE_TEXT_LIMITS.cell)
  )
    warn(
      'table_cut',
      `Parts of a table were left out: it can have ${SLIDE_TEXT_LIMITS.table_columns} columns, ${MAX_SLIDES_PER_CONTENT * SLIDE_TEXT_LIMITS.table_rows} rows, and ${SLIDE_TEXT_LIMITS.cell} characters in a cell.`,
    );
  return chunks
    .slice(0, MAX_SLIDES_PER_CONTENT)
    .map((rows) => ({ ...block, table: cutTable(block.table, rows), marked: cutTable(block.marked, rows) }));
}

/**
 * Splits a part whose points, listing or table are longer than one slide into at most `MAX_SLIDES_PER_CONTENT` parts. Content beyond these
 * parts is cut and reported.
 */
export function splitLongPagePart(part: MarkdownSlidePart, { warn }: DeckPageContext): MarkdownSlidePart[] {
  const { points, code, table } = part;
  if (code) return splitCode(code, warn).map((piece) => ({ ...part, code: piece }));
  if (table) return splitTable(table, warn).map((piece) => ({ ...part, table: piece }));
  if (points.length <= SLIDE_TEXT_LIMITS.points) return [part];
  const chunks = evenChunks(points, SLIDE_TEXT_LIMITS.points);
  if (chunks.length > MAX_SLIDES_PER_CONTENT)
    warn(
      'points_cut',
      `The slide has ${points.length} points; those after ${MAX_SLIDES_PER_CONTENT} slides were left out. Split it to keep all.`,
    );
  return chunks.slice(0, MAX_SLIDES_PER_CONTENT).map((chunk, index) => ({
    ...part,
    points: chunk,
    image: index === 0 ? part.image : undefined,
    images: undefined,
  }));
}
