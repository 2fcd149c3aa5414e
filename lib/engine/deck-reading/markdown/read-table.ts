import type { Element } from 'hast';
import type { DeckTable } from '../deck.ts';
import { largestOf } from '../extremes.ts';
import { type InlineEvents, joinMarked, markedLines, type RichText } from './marked-text.ts';

const EMPTY: RichText = { plain: '', marked: '', hasMarks: false };

const elementsOf = ({ children }: Element, names: readonly string[]): Element[] =>
  children.flatMap((child) => (child.type === 'element' && names.includes(child.tagName) ? [child] : []));

const alignOf = ({ properties }: Element): 'left' | 'center' | 'right' | undefined =>
  (['left', 'center', 'right'] as const).find((side) => side === properties.align);

/** A table, plain and with inline marks; all rows are as long as the longest. @returns undefined for one without text */
export function readMarkdownTable(
  node: Element,
  events: InlineEvents,
): { table: DeckTable; marked: DeckTable; hasMarks: boolean } | undefined {
  const parts = elementsOf(node, ['thead', 'tbody', 'tfoot']);
  const rows = [node, ...parts].flatMap((part) => elementsOf(part, ['tr'])).map((row) => elementsOf(row, ['th', 'td']));
  const texts = rows.map((row) => row.map((cell) => joinMarked(markedLines(cell.children, events))));
  const columns = largestOf([0, ...texts.map((row) => row.length)]);
  if (columns === 0 || texts.flat().every(({ plain }) => plain === '')) return undefined;
  const even = texts.map((row) => Array.from({ length: columns }, (_, at) => row[at] ?? EMPTY));
  const [first = [], ...others] = even;
  const isHeader = rows[0]?.every(({ tagName }) => tagName === 'th') === true && others.length > 0;
  const align = Array.from({ length: columns }, (_, at) =>
    rows.map((row) => row[at] && alignOf(row[at])).find(Boolean),
  );
  const as = (form: (text: RichText) => string): DeckTable => ({
    ...(isHeader && first.some(({ plain }) => plain !== '') ? { header: first.map(form) } : {}),
    rows: (isHeader ? others : even).map((row) => row.map(form)),
    ...(align.some(Boolean) ? { align: align.map((side) => side ?? 'left') } : {}),
  });
  return {
    table: as(({ plain }) => plain),
    marked: as(({ marked }) => marked),
    hasMarks: even.flat().some(({ hasMarks }) => hasMarks),
  };
}
