import type { Element, ElementContent } from 'hast';
import type { DeckChart } from '../deck.ts';
import {
  childElementAtPath,
  childElements,
  isAttributeFalse,
  numberInAttribute,
  type OfficeXmlElement,
} from '../pptx/xml.ts';
import { elementsOfChosenAlternative } from './document-charts-and-diagrams.ts';
import type { DocumentParagraphKind } from './document-styles.ts';
import {
  contentOfContentControl,
  createHastElement,
  type DocumentPicture,
  DocumentTextReader,
  type DocumentTextReferences,
  type FormattedTextRun,
  htmlOfRuns,
  isMonospacedText,
  type LostContentKind,
  oneLineOfRuns,
} from './document-text.ts';

/** A paragraph, a table or a chart of a document. */
export type DocumentBlock = { pictures: DocumentPicture[]; lost: LostContentKind[]; pieces: FormattedTextRun[] } & (
  | DocumentParagraphKind
  | { kind: 'table'; table: Element }
  | { kind: 'chart'; chart: DeckChart }
);

/** Elements that group blocks and are transparent for this reader. */
const GROUPING_ELEMENTS = new Set(['w:customXml', 'w:ins', 'w:moveTo']);

const isTableOfContents = (field: OfficeXmlElement): boolean =>
  childElementAtPath(field, 'w:sdtPr', 'w:docPartObj', 'w:docPartGallery')?.attributes['w:val'] === 'Table of Contents';

/** The blocks of a document, or of a cell of a table. */
export function documentBlocksOf(
  parent: OfficeXmlElement | undefined,
  source: DocumentTextReferences,
): DocumentBlock[] {
  return childElements(parent).flatMap((element): DocumentBlock[] => {
    const { name } = element;
    if (name === 'w:p') return paragraphBlocks(element, source);
    if (name === 'w:tbl') return tableBlocks(element, source);
    if (name === 'w:sdt')
      return isTableOfContents(element) ? [] : documentBlocksOf(contentOfContentControl(element), source);
    if (GROUPING_ELEMENTS.has(name)) return documentBlocksOf(element, source);
    if (name === 'mc:AlternateContent')
      return documentBlocksOf({ ...element, children: elementsOfChosenAlternative(element) }, source);
    if (name === 'w:altChunk') return [{ kind: 'text', pieces: [], pictures: [], lost: ['file'] }];
    return name === 'm:oMathPara' || name === 'm:oMath'
      ? paragraphBlocks({ name: 'w:p', attributes: {}, children: [element] }, source)
      : [];
  });
}

const NO_CONTENT = { pieces: [], pictures: [], lost: [] };

/** The texts of a diagram as items of a list. */
const itemsOf = (texts: readonly string[]): DocumentBlock[] =>
  texts.map((text) => ({
    ...NO_CONTENT,
    pieces: [{ text }],
    kind: 'item',
    item: { level: 0, isOrdered: false, start: 1, list: 'diagram' },
  }));

/** A paragraph, then its drawings: text boxes are placed where they are anchored. */
function paragraphBlocks(paragraph: OfficeXmlElement, source: DocumentTextReferences): DocumentBlock[] {
  const { text } = new DocumentTextReader(source, paragraph);
  const { charts, diagrams, boxes, ...ownContent } = text;
  const paragraphKind = source.styles.kindOf(paragraph);
  const kind: DocumentParagraphKind =
    paragraphKind.kind === 'text' && isMonospacedText(ownContent.pieces) ? { kind: 'code' } : paragraphKind;
  return [
    { ...ownContent, ...kind },
    ...charts.map((chart): DocumentBlock => ({ ...NO_CONTENT, kind: 'chart', chart })),
    ...diagrams.flatMap(itemsOf),
    ...boxes.flatMap((box) => documentBlocksOf(box, source)),
  ];
}

/** The child elements with a name, also those within content controls and other grouping elements. */
const elementsInGroups = (parent: OfficeXmlElement | undefined, name: string): OfficeXmlElement[] =>
  childElements(parent).flatMap((element) => {
    if (element.name === 'w:sdt') return elementsInGroups(contentOfContentControl(element), name);
    if (GROUPING_ELEMENTS.has(element.name)) return elementsInGroups(element, name);
    return element.name === name ? [element] : [];
  });

/** The rows of a table that are not tracked as deleted. */
const rowsOf = (table: OfficeXmlElement): OfficeXmlElement[] =>
  elementsInGroups(table, 'w:tr').filter((row) => !childElementAtPath(row, 'w:trPr', 'w:del'));

const cellsOf = (row: OfficeXmlElement): OfficeXmlElement[] => elementsInGroups(row, 'w:tc');

/** The highest number of columns that a cell may span. */
const MAX_COLUMN_SPAN = 20;

/** The text of a cell, with a line for each paragraph. */
const cellText = (blocks: readonly DocumentBlock[]): ElementContent[] =>
  blocks
    .filter(({ pieces }) => oneLineOfRuns(pieces) !== '')
    .flatMap(({ pieces }, index) => [...(index === 0 ? [] : [createHastElement('br', [])]), ...htmlOfRuns(pieces)]);

/** A cell of a table: the numbers of columns and rows that it takes, and whether a cell above covers it. */
interface MergedCell {
  columns: number;
  rows: number;
  isCovered: boolean;
}

/** The cells that take several columns or rows (ECMA-376 part 1, 17.4.17 and 17.4.84), or are covered by one above them. */
function mergedCells(rows: readonly (readonly OfficeXmlElement[])[]): Map<OfficeXmlElement, MergedCell> {
  const mergedCellByElement = new Map<OfficeXmlElement, MergedCell>();
  /** Cells that the next row may continue, by their first columns. */
  let continuableCells = new Map<number, MergedCell>();
  for (const cells of rows) {
    const cellsForNextRow = new Map<number, MergedCell>();
    let column = 0;
    for (const cell of cells) {
      const properties = childElementAtPath(cell, 'w:tcPr');
      const merge = childElementAtPath(properties, 'w:vMerge');
      const declaredColumns = Math.trunc(numberInAttribute(childElementAtPath(properties, 'w:gridSpan'), 'w:val') ?? 1);
      const columns = Math.min(MAX_COLUMN_SPAN, Math.max(1, declaredColumns));
      const isContinued = merge !== undefined && merge.attributes['w:val'] !== 'restart';
      const cellAbove = isContinued ? continuableCells.get(column) : undefined;
      const mergedCell = { columns, rows: 1, isCovered: cellAbove !== undefined };
      if (cellAbove) cellAbove.rows += 1;
      if (merge) cellsForNextRow.set(column, cellAbove ?? mergedCell);
      mergedCellByElement.set(cell, mergedCell);
      column += columns;
    }
    continuableCells = cellsForNextRow;
  }
  return mergedCellByElement;
}

/** Reads a table. A table with a single cell is a frame: its content is read instead. */
function tableBlocks(table: OfficeXmlElement, source: DocumentTextReferences): DocumentBlock[] {
  const rows = rowsOf(table);
  const [firstRow, ...otherRows] = rows.map(cellsOf);
  if (!firstRow) return [];
  if (firstRow.length === 1 && otherRows.length === 0) return documentBlocksOf(firstRow[0], source);
  const cellBlocks: DocumentBlock[] = [];
  const tableLook = childElementAtPath(table, 'w:tblPr', 'w:tblLook');
  const { 'w:firstRow': firstRowFlag, 'w:val': lookBits = '0' } = tableLook?.attributes ?? {};
  const hasHeader =
    childElementAtPath(rows[0], 'w:trPr', 'w:tblHeader') !== undefined ||
    (firstRowFlag === undefined
      ? (Number.parseInt(lookBits, 16) & 0x20) !== 0
      : !isAttributeFalse(tableLook, 'w:firstRow'));
  const mergedCellByElement = mergedCells([firstRow, ...otherRows]);
  const htmlRows = [firstRow, ...otherRows].map((cells, index) =>
    createHastElement(
      'tr',
      cells.flatMap((cell): ElementContent[] => {
        const {
          columns,
          rows: rowSpan,
          isCovered,
        } = mergedCellByElement.get(cell) ?? { columns: 1, rows: 1, isCovered: false };
        const blocks = documentBlocksOf(cell, source);
        for (const block of blocks) cellBlocks.push(block);
        const tag = index === 0 && hasHeader ? 'th' : 'td';
        // The cell above spans this row, too.
        if (isCovered) return [];
        const spans = { ...(columns > 1 ? { colSpan: columns } : {}), ...(rowSpan > 1 ? { rowSpan } : {}) };
        return [createHastElement(tag, cellText(blocks), spans)];
      }),
    ),
  );
  return [
    {
      kind: 'table',
      table: createHastElement('table', htmlRows),
      pieces: cellBlocks.flatMap(({ pieces }) => pieces),
      pictures: cellBlocks.flatMap(({ pictures }) => pictures),
      lost: cellBlocks.flatMap(({ lost }) => lost),
    },
    ...cellBlocks.filter(({ kind }) => kind === 'chart'),
  ];
}

/** Reports whether a paragraph is entirely bold, as headings without a style are. */
export const isBoldParagraph = (block: DocumentBlock): boolean => {
  const visiblePieces = block.pieces.filter(({ text }) => text.trim() !== '');
  return (
    block.kind === 'text' &&
    visiblePieces.length > 0 &&
    visiblePieces.every(({ bold }) => bold === true) &&
    !/[.:;,]$/.test(oneLineOfRuns(visiblePieces))
  );
};
