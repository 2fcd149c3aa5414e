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
  createHtmlElement,
  type DocumentPicture,
  DocumentTextReader,
  type DocumentTextSource,
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
const AROUND = new Set(['w:customXml', 'w:ins', 'w:moveTo']);

const isContents = (field: OfficeXmlElement): boolean =>
  childElementAtPath(field, 'w:sdtPr', 'w:docPartObj', 'w:docPartGallery')?.attributes['w:val'] === 'Table of Contents';

/** The blocks of a document, or of a cell of a table. */
export function documentBlocksOf(parent: OfficeXmlElement | undefined, source: DocumentTextSource): DocumentBlock[] {
  return childElements(parent).flatMap((element): DocumentBlock[] => {
    const { name } = element;
    if (name === 'w:p') return paragraphBlocks(element, source);
    if (name === 'w:tbl') return tableBlocks(element, source);
    if (name === 'w:sdt') return isContents(element) ? [] : documentBlocksOf(contentOfContentControl(element), source);
    if (AROUND.has(name)) return documentBlocksOf(element, source);
    if (name === 'mc:AlternateContent')
      return documentBlocksOf({ ...element, children: elementsOfChosenAlternative(element) }, source);
    if (name === 'w:altChunk') return [{ kind: 'text', pieces: [], pictures: [], lost: ['file'] }];
    return name === 'm:oMathPara' || name === 'm:oMath'
      ? paragraphBlocks({ name: 'w:p', attributes: {}, children: [element] }, source)
      : [];
  });
}

const NOTHING = { pieces: [], pictures: [], lost: [] };

/** The texts of a diagram as points. */
const pointsOf = (texts: readonly string[]): DocumentBlock[] =>
  texts.map((text) => ({
    ...NOTHING,
    ...{ pieces: [{ text }], kind: 'item', item: { level: 0, isOrdered: false, start: 1, list: 'diagram' } },
  }));

/** A paragraph, then its drawings: text boxes are placed where they are anchored. */
function paragraphBlocks(paragraph: OfficeXmlElement, source: DocumentTextSource): DocumentBlock[] {
  const { text } = new DocumentTextReader(source, paragraph);
  const { charts, diagrams, boxes, ...own } = text;
  const found = source.styles.kindOf(paragraph);
  const kind: DocumentParagraphKind = found.kind === 'text' && isMonospacedText(own.pieces) ? { kind: 'code' } : found;
  return [
    { ...own, ...kind },
    ...charts.map((chart): DocumentBlock => ({ ...NOTHING, kind: 'chart', chart })),
    ...diagrams.flatMap(pointsOf),
    ...boxes.flatMap((box) => documentBlocksOf(box, source)),
  ];
}

/** The elements with a name, also those nested in fields and marks. */
const unwrapped = (parent: OfficeXmlElement | undefined, name: string): OfficeXmlElement[] =>
  childElements(parent).flatMap((element) => {
    if (element.name === 'w:sdt') return unwrapped(contentOfContentControl(element), name);
    if (AROUND.has(element.name)) return unwrapped(element, name);
    return element.name === name ? [element] : [];
  });

/** The rows of a table that are not tracked as deleted. */
const rowsOf = (table: OfficeXmlElement): OfficeXmlElement[] =>
  unwrapped(table, 'w:tr').filter((row) => !childElementAtPath(row, 'w:trPr', 'w:del'));

const cellsOf = (row: OfficeXmlElement): OfficeXmlElement[] => unwrapped(row, 'w:tc');

/** Columns that a cell may span, at most. */
const MAX_SPAN = 20;

/** The text of a cell, with a line for each paragraph. */
const cellText = (blocks: readonly DocumentBlock[]): ElementContent[] =>
  blocks
    .filter(({ pieces }) => oneLineOfRuns(pieces) !== '')
    .flatMap(({ pieces }, at) => [...(at === 0 ? [] : [createHtmlElement('br', [])]), ...htmlOfRuns(pieces)]);

/** A cell of a table: how many columns and rows it takes, or that a cell above it covers it. */
interface MergedCell {
  columns: number;
  rows: number;
  isCovered: boolean;
}

/** The cells that take several columns or rows (ECMA-376 part 1, 17.4.17 and 17.4.84), or are covered by one above them. */
function mergedCells(rows: readonly (readonly OfficeXmlElement[])[]): Map<OfficeXmlElement, MergedCell> {
  const found = new Map<OfficeXmlElement, MergedCell>();
  /** Cells that the next row may continue, by their first columns. */
  let open = new Map<number, MergedCell>();
  for (const cells of rows) {
    const next = new Map<number, MergedCell>();
    let column = 0;
    for (const cell of cells) {
      const properties = childElementAtPath(cell, 'w:tcPr');
      const merge = childElementAtPath(properties, 'w:vMerge');
      const wanted = Math.trunc(numberInAttribute(childElementAtPath(properties, 'w:gridSpan'), 'w:val') ?? 1);
      const columns = Math.min(MAX_SPAN, Math.max(1, wanted));
      const isContinued = merge !== undefined && merge.attributes['w:val'] !== 'restart';
      const above = isContinued ? open.get(column) : undefined;
      const own = { columns, rows: 1, isCovered: above !== undefined };
      if (above) above.rows += 1;
      if (merge) next.set(column, above ?? own);
      found.set(cell, own);
      column += columns;
    }
    open = next;
  }
  return found;
}

/** Reads a table. A table with a single cell is a frame: its content is read instead. */
function tableBlocks(table: OfficeXmlElement, source: DocumentTextSource): DocumentBlock[] {
  const rows = rowsOf(table);
  const [first, ...others] = rows.map(cellsOf);
  if (!first) return [];
  if (first.length === 1 && others.length === 0) return documentBlocksOf(first[0], source);
  const within: DocumentBlock[] = [];
  const looksAt = childElementAtPath(table, 'w:tblPr', 'w:tblLook');
  const { 'w:firstRow': firstRow, 'w:val': bits = '0' } = looksAt?.attributes ?? {};
  const isHeaded =
    childElementAtPath(rows[0], 'w:trPr', 'w:tblHeader') !== undefined ||
    (firstRow === undefined ? (Number.parseInt(bits, 16) & 0x20) !== 0 : !isAttributeFalse(looksAt, 'w:firstRow'));
  const merged = mergedCells([first, ...others]);
  const made = [first, ...others].map((cells, at) =>
    createHtmlElement(
      'tr',
      cells.flatMap((cell): ElementContent[] => {
        const { columns, rows: tall, isCovered } = merged.get(cell) ?? { columns: 1, rows: 1, isCovered: false };
        const blocks = documentBlocksOf(cell, source);
        for (const block of blocks) within.push(block);
        const tag = at === 0 && isHeaded ? 'th' : 'td';
        // The cell above it is as high as both.
        if (isCovered) return [];
        const spans = { ...(columns > 1 ? { colSpan: columns } : {}), ...(tall > 1 ? { rowSpan: tall } : {}) };
        return [createHtmlElement(tag, cellText(blocks), spans)];
      }),
    ),
  );
  return [
    {
      kind: 'table',
      table: createHtmlElement('table', made),
      pieces: within.flatMap(({ pieces }) => pieces),
      pictures: within.flatMap(({ pictures }) => pictures),
      lost: within.flatMap(({ lost }) => lost),
    },
    ...within.filter(({ kind }) => kind === 'chart'),
  ];
}

/** Reports whether a paragraph is entirely bold, as headings without a style are. */
export const isBoldParagraph = (block: DocumentBlock): boolean => {
  const inked = block.pieces.filter(({ text }) => text.trim() !== '');
  return (
    block.kind === 'text' &&
    inked.length > 0 &&
    inked.every(({ bold }) => bold === true) &&
    !/[.:;,]$/.test(oneLineOfRuns(inked))
  );
};
