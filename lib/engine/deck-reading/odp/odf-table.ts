import { childElements, type OfficeXmlElement } from '../pptx/xml.ts';
import { fillXmlOf, isDarkColor, officeVerticalTextAnchorOf } from './odf-paint.ts';
import { inheritProperties, type OdfProperties } from './odf-styles.ts';
import { type OdfTextContext, paragraphsXmlOf } from './odf-text.ts';
import { DEFAULT_SHAPE_PADDING_EMU, lengthInEmu, parseOdfColor } from './odf-units.ts';
import type { PptxPageOutput } from './pptx-page-output.ts';
import type { ShapeSizeInEmu } from './shape-path.ts';

/** The highest numbers of columns, rows and cells of a table: no slide shows more. */
const MAX_COLUMNS = 100;
const MAX_ROWS = 300;
const MAX_CELLS = 3000;

/** The value of an attribute such as `table:number-rows-repeated`, from 1. */
const repeatCount = ({ attributes }: OfficeXmlElement, name: string): number =>
  Math.max(1, Math.min(MAX_ROWS, Math.trunc(Number(attributes[name])) || 1));

/** The rows or columns of a table, including those in groups; a repeated one occurs several times. @param max the highest number of results */
function readRowsOrColumns(
  table: OfficeXmlElement,
  name: 'table:table-row' | 'table:table-column',
  max: number,
): OfficeXmlElement[] {
  const attribute = `table:number-${name === 'table:table-row' ? 'rows' : 'columns'}-repeated`;
  const rowsOrColumns: OfficeXmlElement[] = [];
  const walk = (parent: OfficeXmlElement): void => {
    for (const child of childElements(parent)) {
      if (rowsOrColumns.length >= max) return;
      if (child.name === name)
        for (let remaining = repeatCount(child, attribute); remaining > 0 && rowsOrColumns.length < max; remaining--)
          rowsOrColumns.push(child);
      else if (/^table:table-(?:header-)?(?:rows|columns)$|^table:table-(?:row|column)-group$/.test(child.name))
        walk(child);
    }
  };
  walk(table);
  return rowsOrColumns;
}

/** A border such as `0.5pt solid #ffffff`, as a line of a cell. @param element such as `lnL` */
function borderXml(element: string, border: string | undefined): string {
  const borderParts = (border ?? 'none').trim().split(/\s+/);
  const width = borderParts.map((word) => lengthInEmu(word)).find((length) => length !== undefined);
  const colour = borderParts.map((word) => parseOdfColor(word)).find((candidate) => candidate !== undefined);
  if (borderParts.includes('none') || borderParts.includes('hidden') || !width)
    return `<a:${element} w="0"><a:noFill/></a:${element}>`;
  return `<a:${element} w="${width}"><a:solidFill><a:srgbClr val="${colour ?? '000000'}"/></a:solidFill></a:${element}>`;
}

/** The cell styles of a template of tables. */
interface TableTemplate {
  /** The name of the style of a cell. @param row from 0 @param column from 0 */
  styleOf(row: number, column: number): string | undefined;
}

function readTemplate(
  table: OfficeXmlElement,
  rows: number,
  columns: number,
  { styles }: PptxPageOutput,
): TableTemplate {
  const template = styles.elementNamed('table:table-template', table.attributes['table:template-name']);
  const styleNameOf = (part: string): string | undefined => {
    const element = childElements(template, `table:${part}`)[0];
    return element?.attributes['table:style-name'] ?? element?.attributes['text:style-name'];
  };
  const usesStylesOf = (name: string): boolean => table.attributes[`table:use-${name}-styles`] === 'true';
  return {
    styleOf(row, column) {
      const isLast = { row: row === rows - 1, column: column === columns - 1 };
      if (row === 0 && usesStylesOf('first-row')) return styleNameOf('first-row');
      if (isLast.row && usesStylesOf('last-row')) return styleNameOf('last-row');
      if (column === 0 && usesStylesOf('first-column')) return styleNameOf('first-column');
      if (isLast.column && usesStylesOf('last-column')) return styleNameOf('last-column');
      const isOdd = (row - (usesStylesOf('first-row') ? 1 : 0)) % 2 === 0;
      if (usesStylesOf('banding-rows')) return styleNameOf(isOdd ? 'odd-rows' : 'even-rows') ?? styleNameOf('body');
      if (usesStylesOf('banding-columns'))
        return styleNameOf(column % 2 === 0 ? 'odd-columns' : 'even-columns') ?? styleNameOf('body');
      return styleNameOf('body');
    },
  };
}

/** Lines of a cell in Office, with the sides of a border in OpenDocument. */
const BORDER_SIDES = [
  ['lnL', 'left'],
  ['lnR', 'right'],
  ['lnT', 'top'],
  ['lnB', 'bottom'],
] as const;

/**
 * A cell as `a:tc`.
 * @param templateStyleName name of the style in the template of the table
 * @param rowStyle name of the style that the row gives cells without one
 */
function cellXml(
  cell: OfficeXmlElement,
  templateStyleName: string | undefined,
  rowStyle: string | undefined,
  context: OdfTextContext,
  target: PptxPageOutput,
): string {
  const { styles } = target;
  const name = cell.attributes['table:style-name'] ?? rowStyle;
  const properties = (group: 'graphic' | 'text' | 'paragraph' | 'table-cell'): OdfProperties =>
    inheritProperties(
      styles.propertiesOf('table-cell', templateStyleName, group),
      styles.propertiesOf('table-cell', name, group),
    );
  const graphic = inheritProperties(properties('graphic'), properties('table-cell'));
  const fill = fillXmlOf(graphic, target);
  if (fill?.isApproximate) target.warnApproximate('a fill');
  const paragraph = properties('paragraph');
  const text = properties('text');
  const defaults = context.shapeDefaults(1);
  const cellDefaults = {
    text: inheritProperties(defaults.text, text),
    paragraph: inheritProperties(defaults.paragraph, paragraph),
  };
  const paragraphs = paragraphsXmlOf(cell, {
    ...context,
    shapeDefaults: () => cellDefaults,
    autoColour: isDarkColor(fill?.colour ?? target.background) ? 'FFFFFF' : '000000',
  });
  const borderOf = (side: string): string | undefined =>
    paragraph.get(`fo:border-${side}`) ??
    paragraph.get('fo:border') ??
    graphic.get(`fo:border-${side}`) ??
    graphic.get('fo:border');
  const paddingOf = (side: string, defaultPadding: number): number =>
    Math.max(
      0,
      lengthInEmu(graphic.get(`fo:padding-${side}`)) ?? lengthInEmu(graphic.get('fo:padding')) ?? defaultPadding,
    );
  const spans = spanAttribute(cell, 'columns', 'gridSpan') + spanAttribute(cell, 'rows', 'rowSpan');
  const anchor = officeVerticalTextAnchorOf(
    graphic.get('draw:textarea-vertical-align') ?? graphic.get('style:vertical-align'),
  );
  const { horizontal, vertical } = DEFAULT_SHAPE_PADDING_EMU;
  const cellPropertiesXml = `marL="${paddingOf('left', horizontal)}" marR="${paddingOf('right', horizontal)}" marT="${paddingOf('top', vertical)}" marB="${paddingOf('bottom', vertical)}" anchor="${anchor}"`;
  return `<a:tc${spans}><a:txBody><a:bodyPr/><a:lstStyle/>${paragraphs.length > 0 ? paragraphs.map(({ xml }) => xml).join('') : '<a:p/>'}</a:txBody><a:tcPr ${cellPropertiesXml}>${BORDER_SIDES.map(([element, side]) => borderXml(element, borderOf(side))).join('')}${fill?.xml ?? ''}</a:tcPr></a:tc>`;
}

/** The attribute of a cell that spans several columns or rows; empty for any other cell. */
function spanAttribute({ attributes }: OfficeXmlElement, axis: 'columns' | 'rows', attribute: string): string {
  const count = Math.min(
    axis === 'rows' ? MAX_ROWS : MAX_COLUMNS,
    Math.trunc(Number(attributes[`table:number-${axis}-spanned`])) || 1,
  );
  return count > 1 ? ` ${attribute}="${count}"` : '';
}

/** A cell that another one covers. @param isInRow true: the other cell is to its left; false: above it */
const coveredCellXml = (isInRow: boolean): string =>
  `<a:tc ${isInRow ? 'hMerge' : 'vMerge'}="1"><a:txBody><a:bodyPr/><a:lstStyle/><a:p/></a:txBody><a:tcPr/></a:tc>`;

const EMPTY_CELL_XML = '<a:tc><a:txBody><a:bodyPr/><a:lstStyle/><a:p/></a:txBody><a:tcPr/></a:tc>';

/** A table as `a:tbl`. @param size of the table in EMU, for columns and rows without one */
export function drawingMlTableXml(
  table: OfficeXmlElement,
  size: ShapeSizeInEmu,
  context: OdfTextContext,
  target: PptxPageOutput,
): string {
  const { styles } = target;
  const allColumns = readRowsOrColumns(table, 'table:table-column', MAX_COLUMNS + 1);
  const columns = allColumns.slice(0, MAX_COLUMNS);
  const maxRows = Math.min(MAX_ROWS, Math.floor(MAX_CELLS / Math.max(1, columns.length)));
  const allRows = readRowsOrColumns(table, 'table:table-row', maxRows + 1);
  const rows = allRows.slice(0, maxRows);
  if (allRows.length > rows.length || allColumns.length > columns.length) target.warnLost('rows or columns of a table');
  const widths = columns.map(({ attributes }) =>
    lengthInEmu(
      styles.propertiesOf('table-column', attributes['table:style-name'], 'table-column').get('style:column-width'),
    ),
  );
  const template = readTemplate(table, rows.length, columns.length, target);
  const rowsXml = rows.map((row, rowIndex) => {
    const rowProperties = styles.propertiesOf('table-row', row.attributes['table:style-name'], 'table-row');
    const height = lengthInEmu(rowProperties.get('style:row-height') ?? rowProperties.get('style:min-row-height'));
    const cells: string[] = [];
    // Number of covered cells to come that belong to the last cell that spans several columns.
    let remainingCoveredCells = 0;
    for (const cell of childElements(row)) {
      for (
        let count = repeatCount(cell, 'table:number-columns-repeated');
        count > 0 && cells.length < columns.length;
        count--
      ) {
        if (cell.name === 'table:covered-table-cell') {
          cells.push(coveredCellXml(remainingCoveredCells > 0));
          remainingCoveredCells -= 1;
        } else if (cell.name === 'table:table-cell') {
          cells.push(
            cellXml(
              cell,
              template.styleOf(rowIndex, cells.length),
              row.attributes['table:default-cell-style-name'],
              context,
              target,
            ),
          );
          remainingCoveredCells = (Math.trunc(Number(cell.attributes['table:number-columns-spanned'])) || 1) - 1;
        }
      }
    }
    while (cells.length < columns.length) cells.push(EMPTY_CELL_XML);
    return `<a:tr h="${height ?? Math.round(size.height / Math.max(1, rows.length))}">${cells.join('')}</a:tr>`;
  });
  const hasHeader = table.attributes['table:use-first-row-styles'] === 'true';
  const defaultWidth = Math.round(size.width / Math.max(1, columns.length));
  return `<a:tbl><a:tblPr${hasHeader ? ' firstRow="1"' : ''}/><a:tblGrid>${widths.map((width) => `<a:gridCol w="${width ?? defaultWidth}"/>`).join('')}</a:tblGrid>${rowsXml.join('')}</a:tbl>`;
}
