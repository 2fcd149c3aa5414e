import type { Element } from 'hast';
import { withoutCellMark } from '#engine/video/drawing/table/cell-marks.ts';
import type { DeckTable } from '../deck.ts';
import { largestOf } from '../extremes.ts';
import { type InlineEvents, joinMarked, markedLines, type RichText } from './marked-text.ts';

const EMPTY: RichText = { plain: '', marked: '', hasMarks: false };

const elementsOf = ({ children }: Element, names: readonly string[]): Element[] =>
  children.flatMap((child) => (child.type === 'element' && names.includes(child.tagName) ? [child] : []));

const alignOf = ({ properties }: Element): 'left' | 'center' | 'right' | undefined =>
  (['left', 'center', 'right'] as const).find((side) => side === properties.align);

/**
 * Reads a table, without and with inline marks. Short rows are filled with empty cells to the length of the longest.
 * @returns undefined for a table without text
 */
export function readMarkdownTable(
  node: Element,
  events: InlineEvents,
): { table: DeckTable; marked: DeckTable; hasMarks: boolean } | undefined {
  const groups = elementsOf(node, ['thead', 'tbody', 'tfoot']);
  const rows = [node, ...groups]
    .flatMap((group) => elementsOf(group, ['tr']))
    .map((row) => elementsOf(row, ['th', 'td']));
  const texts = rows.map((row) => row.map((cell) => joinMarked(markedLines(cell.children, events))));
  const columns = largestOf([0, ...texts.map((row) => row.length)]);
  if (columns === 0 || texts.flat().every(({ plain }) => plain === '')) return undefined;
  const filled = texts.map((row) => Array.from({ length: columns }, (_, column) => row[column] ?? EMPTY));
  const [firstRow = [], ...otherRows] = filled;
  const hasHeader = rows[0]?.every(({ tagName }) => tagName === 'th') === true && otherRows.length > 0;
  // A column is aligned as the first of its cells that says so.
  const align = Array.from({ length: columns }, (_, column) =>
    rows.map((row) => row[column] && alignOf(row[column])).find(Boolean),
  );
  const tableOf = (textOf: (text: RichText) => string): DeckTable => ({
    ...(hasHeader && firstRow.some(({ plain }) => plain !== '') ? { header: firstRow.map(textOf) } : {}),
    rows: (hasHeader ? otherRows : filled).map((row) => row.map(textOf)),
    ...(align.some(Boolean) ? { align: align.map((side) => side ?? 'left') } : {}),
  });
  return {
    table: tableOf(({ plain }) => plain),
    marked: tableOf(({ marked }) => marked),
    hasMarks: filled.flat().some(({ hasMarks, plain }) => hasMarks || withoutCellMark(plain, 'inline') !== plain),
  };
}
