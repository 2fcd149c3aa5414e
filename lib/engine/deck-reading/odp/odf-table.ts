import { childElements, type PartElement } from '../pptx/xml.ts';
import { anchorOf, fillOf, isDark } from './odf-paint.ts';
import { over, type Properties } from './odf-styles.ts';
import { type OdfTextContext, writtenParagraphs } from './odf-text.ts';
import { colourOf, emuOf } from './odf-units.ts';
import type { PageTarget } from './page-target.ts';
import type { Extent } from './shape-path.ts';

/** Columns, rows and cells that a table has, at most; no slide shows more. */
const [MAX_COLUMNS, MAX_ROWS, MAX_CELLS] = [100, 300, 3000];

const repeated = ({ attributes }: PartElement, name: string): number =>
  Math.max(1, Math.min(MAX_ROWS, Math.trunc(Number(attributes[name])) || 1));

/** Rows or columns, also those in groups of headers. */
function linesOf(table: PartElement, name: 'table:table-row' | 'table:table-column', most: number): PartElement[] {
  const found: PartElement[] = [];
  const walk = (parent: PartElement): void => {
    for (const child of childElements(parent)) {
      if (found.length >= most) return;
      if (child.name === name)
        for (
          let left = repeated(child, `table:number-${name === 'table:table-row' ? 'rows' : 'columns'}-repeated`);
          left > 0 && found.length < most;
          left--
        )
          found.push(child);
      else if (/^table:table-(?:header-)?(?:rows|columns)$|^table:table-(?:row|column)-group$/.test(child.name))
        walk(child);
    }
  };
  walk(table);
  return found;
}

/** A border such as `0.5pt solid #ffffff`, as a line of a cell. */
function borderXml(element: string, border: string | undefined): string {
  const words = (border ?? 'none').trim().split(/\s+/);
  const width = words.map((word) => emuOf(word)).find((length) => length !== undefined);
  const colour = words.map((word) => colourOf(word)).find((each) => each !== undefined);
  if (words.includes('none') || words.includes('hidden') || !width)
    return `<a:${element} w="0"><a:noFill/></a:${element}>`;
  return `<a:${element} w="${width}"><a:solidFill><a:srgbClr val="${colour ?? '000000'}"/></a:solidFill></a:${element}>`;
}

/** The parts of a template of tables that a table uses. */
interface TableTemplate {
  of(row: number, column: number): string | undefined;
}

function templateOf(table: PartElement, rows: number, columns: number, { styles }: PageTarget): TableTemplate {
  const named = styles.named('table:table-template', table.attributes['table:template-name']);
  const style = (part: string): string | undefined => {
    const element = childElements(named, `table:${part}`)[0];
    return element?.attributes['table:style-name'] ?? element?.attributes['text:style-name'];
  };
  const uses = (name: string): boolean => table.attributes[`table:use-${name}-styles`] === 'true';
  return {
    of(row, column) {
      const isLast = { row: row === rows - 1, column: column === columns - 1 };
      if (row === 0 && uses('first-row')) return style('first-row');
      if (isLast.row && uses('last-row')) return style('last-row');
      if (column === 0 && uses('first-column')) return style('first-column');
      if (isLast.column && uses('last-column')) return style('last-column');
      const isOdd = (row - (uses('first-row') ? 1 : 0)) % 2 === 0;
      if (uses('banding-rows')) return style(isOdd ? 'odd-rows' : 'even-rows') ?? style('body');
      if (uses('banding-columns')) return style(column % 2 === 0 ? 'odd-columns' : 'even-columns') ?? style('body');
      return style('body');
    },
  };
}

const SIDES = [
  ['lnL', 'left'],
  ['lnR', 'right'],
  ['lnT', 'top'],
  ['lnB', 'bottom'],
] as const;

function cellXml(
  cell: PartElement,
  template: string | undefined,
  rowStyle: string | undefined,
  context: OdfTextContext,
  target: PageTarget,
): string {
  const { styles } = target;
  const name = cell.attributes['table:style-name'] ?? rowStyle;
  const properties = (group: 'graphic' | 'text' | 'paragraph' | 'table-cell'): Properties =>
    over(styles.of('table-cell', template, group), styles.of('table-cell', name, group));
  const graphic = over(properties('graphic'), properties('table-cell'));
  const fill = fillOf(graphic, target);
  if (fill?.isNear) target.near('a fill');
  const paragraph = properties('paragraph');
  const text = properties('text');
  const usual = context.usual(1);
  const paragraphs = writtenParagraphs(cell, {
    ...context,
    usual: () => ({ text: over(usual.text, text), paragraph: over(usual.paragraph, paragraph) }),
    autoColour: isDark(fill?.colour ?? target.background) ? 'FFFFFF' : '000000',
  });
  const side = (of: string): string | undefined =>
    paragraph.get(`fo:border-${of}`) ??
    paragraph.get('fo:border') ??
    graphic.get(`fo:border-${of}`) ??
    graphic.get('fo:border');
  const padding = (of: string, usualRoom: number): number =>
    Math.max(0, emuOf(graphic.get(`fo:padding-${of}`)) ?? emuOf(graphic.get('fo:padding')) ?? usualRoom);
  const spans = [...span(cell, 'columns', 'gridSpan'), ...span(cell, 'rows', 'rowSpan')].join('');
  const anchor = anchorOf(graphic.get('draw:textarea-vertical-align') ?? graphic.get('style:vertical-align'));
  const box = `marL="${padding('left', 90_000)}" marR="${padding('right', 90_000)}" marT="${padding('top', 45_000)}" marB="${padding('bottom', 45_000)}" anchor="${anchor}"`;
  return `<a:tc${spans}><a:txBody><a:bodyPr/><a:lstStyle/>${paragraphs.length > 0 ? paragraphs.map(({ xml }) => xml).join('') : '<a:p/>'}</a:txBody><a:tcPr ${box}>${SIDES.map(([element, of]) => borderXml(element, side(of))).join('')}${fill?.xml ?? ''}</a:tcPr></a:tc>`;
}

function span({ attributes }: PartElement, of: 'columns' | 'rows', attribute: string): string[] {
  const count = Math.min(
    of === 'rows' ? MAX_ROWS : MAX_COLUMNS,
    Math.trunc(Number(attributes[`table:number-${of}-spanned`])) || 1,
  );
  return count > 1 ? [` ${attribute}="${count}"`] : [];
}

/** A cell that another one covers; on which side it stands decides its mark. */
const coveredXml = (isAcross: boolean): string =>
  `<a:tc ${isAcross ? 'hMerge' : 'vMerge'}="1"><a:txBody><a:bodyPr/><a:lstStyle/><a:p/></a:txBody><a:tcPr/></a:tc>`;

const EMPTY_CELL = '<a:tc><a:txBody><a:bodyPr/><a:lstStyle/><a:p/></a:txBody><a:tcPr/></a:tc>';

/** A table as `a:tbl`. */
export function tableXml(table: PartElement, size: Extent, context: OdfTextContext, target: PageTarget): string {
  const { styles } = target;
  const allColumns = linesOf(table, 'table:table-column', MAX_COLUMNS + 1);
  const columns = allColumns.slice(0, MAX_COLUMNS);
  const mostRows = Math.min(MAX_ROWS, Math.floor(MAX_CELLS / Math.max(1, columns.length)));
  const allRows = linesOf(table, 'table:table-row', mostRows + 1);
  const rows = allRows.slice(0, mostRows);
  if (allRows.length > rows.length || allColumns.length > columns.length) target.lost('rows or columns of a table');
  const widths = columns.map(({ attributes }) =>
    emuOf(styles.of('table-column', attributes['table:style-name'], 'table-column').get('style:column-width')),
  );
  const template = templateOf(table, rows.length, columns.length, target);
  const written = rows.map((row, at) => {
    const height = emuOf(
      styles.of('table-row', row.attributes['table:style-name'], 'table-row').get('style:row-height') ??
        styles.of('table-row', row.attributes['table:style-name'], 'table-row').get('style:min-row-height'),
    );
    const cells: string[] = [];
    let left = 0;
    for (const cell of childElements(row)) {
      for (
        let count = repeated(cell, 'table:number-columns-repeated');
        count > 0 && cells.length < columns.length;
        count--
      ) {
        if (cell.name === 'table:covered-table-cell') {
          cells.push(coveredXml(left > 0));
          left -= 1;
        } else if (cell.name === 'table:table-cell') {
          cells.push(
            cellXml(
              cell,
              template.of(at, cells.length),
              row.attributes['table:default-cell-style-name'],
              context,
              target,
            ),
          );
          left = (Math.trunc(Number(cell.attributes['table:number-columns-spanned'])) || 1) - 1;
        }
      }
    }
    while (cells.length < columns.length) cells.push(EMPTY_CELL);
    return `<a:tr h="${height ?? Math.round(size.height / Math.max(1, rows.length))}">${cells.join('')}</a:tr>`;
  });
  const hasHeader = table.attributes['table:use-first-row-styles'] === 'true';
  const each = Math.round(size.width / Math.max(1, columns.length));
  return `<a:tbl><a:tblPr${hasHeader ? ' firstRow="1"' : ''}/><a:tblGrid>${widths.map((width) => `<a:gridCol w="${width ?? each}"/>`).join('')}</a:tblGrid>${written.join('')}</a:tbl>`;
}
