import type { DrawableImage } from '../drawable-slide.ts';
import type { GraphicRoom } from '../layout/graphic-content.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import { haveLargeStacksFewLines, mayItemTitlesBeLarge } from './few-words.ts';
import {
  cutTextStack,
  hasCutStackBodyLine,
  measureTextStackWidths,
  type SizedTextStack,
  sizeTextStacks,
  type TextStack,
  type TextStackFitting,
  textStackFirstLineHeight,
} from './fit-stacks.ts';
import { arrangeItemsInLargestText, type ItemArrangementOptions, type ItemsWithCutTexts } from './fit-ways.ts';
import type { ItemDiscSign } from './item-model.ts';
import { isLargerThanUsualItemTitle, itemSpaceFactor } from './title-sizes.ts';

/** An item of a grid. */
export interface ItemGridCell {
  /** The sign above its text or before it; absent: none. */
  sign?: ItemDiscSign | undefined;
  /** The text on the band across its top; absent: it has no band. */
  head?: TextStack | undefined;
  /** The picture across the top of the cell, or before its text if cells are stacked. `none`: its place stays empty; absent: no place. */
  cover?: DrawableImage | 'none' | undefined;
  stack: TextStack;
}

/** Rules of a grid. Lengths are fractions of the unit. */
export interface ItemGridSizingRules {
  /** Numbers of columns that are tried, the preferred one first. */
  columns: readonly number[];
  gap: number;
  padding: number;
  /** Diameter of signs, in sizes of titles. */
  sign: number;
  /** True if a sign may be next to the text in wide and low cells. */
  setsBeside: boolean;
  /** True: the cells have few words, which are larger than usual, in higher cells. Absent: false. */
  isBrief?: boolean;
}

/** A cell of a grid in its place; pixels from the corner of the room of the grid. */
interface PlacedItemGridCell {
  x: number;
  y: number;
  width: number;
  /** Height of the band or picture across its top, the same for all cells of a row; 0: none. */
  headHeight: number;
  stack: SizedTextStack;
  head?: SizedTextStack | undefined;
}

/** A grid with the places of its cells; pixels from the corner of its room. */
export interface ItemGrid {
  columns: number;
  rowHeight: number;
  /** Width of the pictures before the texts of the cells; 0: none. */
  sideWidth: number;
  gap: number;
  padding: number;
  /** Diameter of signs, in pixels; 0: none. */
  sign: number;
  /** True if signs are next to the texts instead of above them. */
  isBeside: boolean;
  cells: readonly PlacedItemGridCell[];
  height: number;
  /** Size of the titles. */
  size: number;
  /** True if a text was cut. */
  cut: boolean;
}

/** Between a sign and the text below it or next to it, in sizes of titles. */
const SIGN_GAP = 0.62;
/** Space above and below the text on a band, as a part of the padding. */
const HEAD_PADDING = 0.62;
/** The largest fraction of a row that its band may take if texts below it are cut. */
const MAX_HEAD_SHARE = 0.5;
/**
 * A grid that needs less than the available height is made higher. The limits are these multiples of the height that it needs, and with few
 * words a fraction of the available height (`ofRoom`).
 */
const STRETCH = { usual: 1.3, brief: 2.4, ofRoom: 0.86 };
/** Cells that are more than this many times as wide as a sign have room for it next to the text. */
const WIDE_CELL = 4.5;
/** The same for pictures, which are larger than icons. */
const WIDE_FOR_PICTURE = 2.6;

/** The share of their usual length that gaps and paddings, and signs, have in a dense grid, in which texts fit that would otherwise be cut. */
const DENSE_SHARES = { space: 0.6, sign: 0.75 };

/** A way in which cells may be arranged. */
interface GridWay {
  columns: number;
  /** True: with small spaces and signs. */
  isDense: boolean;
}

/** Places and widths of the cells, in pixels: the cells of an incomplete last row share its whole width. */
function cellPlaces(count: number, columns: number, width: number, gap: number) {
  const cellsInFullRows = Math.floor((count - 1) / columns) * columns;
  return Array.from({ length: count }, (_, i) => {
    const columnsInRow = i < cellsInFullRows ? columns : count - cellsInFullRows;
    const widthInRow = (width - gap * (columnsInRow - 1)) / columnsInRow;
    const x = Math.round((i < cellsInFullRows ? i % columns : i - cellsInFullRows) * (widthInRow + gap));
    return { x, row: Math.floor(i / columns), width: Math.floor(widthInRow) };
  });
}

/** The fraction of the room's width that pictures before texts take. */
const SIDE_PART = 0.3;
/** The height of pictures across the tops of cells: parts of the width of a cell, and of the height that its row may have. */
const COVER = { ofWidth: 0.62, ofRow: 0.46 };

/** The height of a picture across the top of a cell, an even number of pixels. */
const coverHeight = (cellWidth: number, rowHeight: number): number =>
  2 * Math.round(Math.min(COVER.ofWidth * cellWidth, COVER.ofRow * rowHeight) / 2);

/** The inputs of a grid. */
interface GridInputs {
  cells: readonly ItemGridCell[];
  graphicRoom: GraphicRoom;
  rules: ItemGridSizingRules;
  way: GridWay;
  fitting: TextStackFitting;
}

/** The grid with titles of a size, as high as its content. */
async function gridAtSize(
  { cells, graphicRoom, rules, way: { columns, isDense }, fitting }: GridInputs,
  size: number,
): Promise<ItemGrid> {
  const { room, unit } = graphicRoom;
  const shares = isDense ? DENSE_SHARES : { space: 1, sign: 1 };
  const scale = unit * itemSpaceFactor(size, graphicRoom.slideHeight) * shares.space;
  const gap = Math.round(rules.gap * scale);
  const padding = Math.round(rules.padding * scale);
  const cellPlacesInGrid = cellPlaces(cells.length, columns, room.width, gap);
  const hasSigns = cells.some(({ sign }) => sign);
  const narrowestCell = Math.min(...cellPlacesInGrid.map(({ width }) => width));
  const hasPictures = cells.some((cell) => cell.sign && 'picture' in cell.sign);
  // A picture that is a sign is not wider than the text of its cell.
  const maxSignSize = hasPictures ? Math.max(2, narrowestCell - 2 * padding) : Number.POSITIVE_INFINITY;
  const sign = hasSigns ? Math.min(maxSignSize, Math.round(rules.sign * size * shares.sign)) : 0;
  const minWidthBeside = (hasPictures ? WIDE_FOR_PICTURE : WIDE_CELL) * sign;
  const isBeside = hasSigns && rules.setsBeside && columns === 1 && narrowestCell > minWidthBeside;
  const signSpace = hasSigns ? sign + Math.round(SIGN_GAP * size) : 0;
  const hasCovers = cells.some(({ cover }) => cover);
  const sideWidth = hasCovers && columns === 1 ? Math.round(SIDE_PART * room.width) : 0;
  const textWidths = cellPlacesInGrid.map(({ width }) =>
    Math.max(1, width - 2 * padding - sideWidth - (isBeside ? signSpace : 0)),
  );
  const stacks = await sizeTextStacks(
    cells.map(({ stack }) => stack),
    textWidths,
    size,
    fitting,
  );
  const heads = cells.some(({ head }) => head)
    ? await sizeTextStacks(
        cells.map(({ head = [] }) => head),
        cellPlacesInGrid.map(({ width }) => width - 2 * padding),
        size,
        fitting,
      )
    : undefined;
  const rows = (cellPlacesInGrid.at(-1)?.row ?? 0) + 1;
  const bandHeight = heads
    ? Math.max(...heads.map(({ height }) => height)) + 2 * Math.round(HEAD_PADDING * padding)
    : 0;
  const headHeight = hasCovers && columns > 1 ? coverHeight(narrowestCell, room.height / rows) : bandHeight;
  const contentHeight = Math.max(
    ...stacks.map(({ height }) => (isBeside ? Math.max(height, sign) : height + (hasSigns ? signSpace : 0))),
  );
  const rowHeight = contentHeight + 2 * padding + headHeight;
  return {
    columns,
    rowHeight,
    sideWidth,
    gap,
    padding,
    sign,
    isBeside,
    size,
    cut: false,
    height: rows * rowHeight + (rows - 1) * gap,
    cells: cellPlacesInGrid.map(({ x, row, width }, i) => ({
      x,
      width,
      y: row * (rowHeight + gap),
      headHeight,
      stack: stacks[i] ?? { parts: [], height: 0, cut: false },
      head: heads?.[i],
    })),
  };
}

/** The index of the row of a cell. */
const rowOf = ({ rowHeight, gap }: ItemGrid, { y }: Pick<PlacedItemGridCell, 'y'>): number =>
  Math.round(y / (rowHeight + gap));

/** The grid with another height of its rows, in pixels. */
function withRowHeight(grid: ItemGrid, rowHeight: number): ItemGrid {
  const cells = grid.cells.map((cell) => ({ ...cell, y: rowOf(grid, cell) * (rowHeight + grid.gap) }));
  const lastTop = Math.max(...cells.map(({ y }) => y));
  return { ...grid, cells, rowHeight, height: lastTop + rowHeight };
}

/** Cuts the texts of a grid that is higher than its room: first texts on bands, to a fraction of the row, then the texts below them. */
async function cutGrid(grid: ItemGrid, height: number, measure: MeasureNodes): Promise<ItemsWithCutTexts<ItemGrid>> {
  const rows = Math.round((grid.height + grid.gap) / (grid.rowHeight + grid.gap));
  const rowHeight = Math.floor((height - (rows - 1) * grid.gap) / rows);
  const signSpace = grid.sign > 0 ? grid.sign + Math.round(SIGN_GAP * grid.size) : 0;
  const bandPadding = 2 * Math.round(HEAD_PADDING * grid.padding);
  // Bands are as high as the texts of their own row need, and the texts below them allow: a long text takes no room from other rows.
  const headHeightOf = (cell: PlacedItemGridCell): number => {
    const cellsOfRow = grid.cells.filter((other) => rowOf(grid, other) === rowOf(grid, cell));
    const needed = Math.max(
      ...cellsOfRow.map(({ head, headHeight }) => (head ? head.height + bandPadding : headHeight)),
    );
    const textHeight = Math.max(...cellsOfRow.map(({ stack }) => stack.height));
    const unusedHeight = rowHeight - 2 * grid.padding - (grid.isBeside ? 0 : signSpace) - textHeight;
    return Math.min(needed, Math.max(Math.floor(MAX_HEAD_SHARE * rowHeight), unusedHeight));
  };
  const rooms = grid.cells.map((cell) => {
    const headHeight = headHeightOf(cell);
    const text = rowHeight - 2 * grid.padding - headHeight - (grid.isBeside ? 0 : signSpace);
    return { headHeight, head: Math.max(0, headHeight - bandPadding), text: Math.max(0, text) };
  });
  const gridWithLowerRows = withRowHeight(grid, rowHeight);
  const cells = await Promise.all(
    gridWithLowerRows.cells.map(async ({ head, stack, ...place }, i) => {
      const { headHeight = 0, head: headRoom = 0, text: textRoom = 0 } = rooms[i] ?? {};
      const width = place.width - 2 * grid.padding;
      return {
        ...place,
        headHeight,
        head: head && (await cutTextStack(head, width, headRoom, measure)),
        stack: await cutTextStack(stack, width - grid.sideWidth - (grid.isBeside ? signSpace : 0), textRoom, measure),
      };
    }),
  );
  const hasLines = grid.cells.every(({ head, stack }, i) => {
    const { head: headRoom = 0, text: textRoom = 0 } = rooms[i] ?? {};
    return textStackFirstLineHeight(stack) <= textRoom && (!head || textStackFirstLineHeight(head) <= headRoom);
  });
  const keepsTexts = cells.every(({ stack }, i) =>
    hasCutStackBodyLine(gridWithLowerRows.cells[i]?.stack ?? stack, stack),
  );
  const cut = cells.some(({ head, stack }) => stack.cut || head?.cut);
  return { arranged: { ...gridWithLowerRows, cells, cut }, hasLines, keepsTexts };
}

/** The width of the texts of the narrowest cells, in pixels. */
function narrowestTextWidth(
  count: number,
  columns: number,
  { room, unit }: GraphicRoom,
  rules: ItemGridSizingRules,
): number {
  const [padding, gap] = [rules.padding, rules.gap].map((part) => Math.round(part * unit));
  const widths = cellPlaces(count, columns, room.width, gap ?? 0).map(({ width }) => width);
  return Math.min(...widths) - 2 * (padding ?? 0);
}

/**
 * Arranges cells of equal heights in the number of columns that allows the largest letters; if several do, in the first of them. Text that
 * does not fit in the smallest size is set smaller and cut.
 */
export async function arrangeItemGrid(
  cells: readonly ItemGridCell[],
  graphicRoom: GraphicRoom,
  rules: ItemGridSizingRules,
  measure: MeasureNodes,
): Promise<ItemGrid> {
  const stacks = cells.flatMap(({ stack, head = [] }) => [stack, head]);
  const widths = await measureTextStackWidths(stacks, measure);
  const fitting = { widths, slideHeight: graphicRoom.slideHeight, measure };
  const ways = rules.columns.map((columns): GridWay => ({ columns, isDense: false }));
  const optionsFor = (figureShare: number): ItemArrangementOptions<GridWay, ItemGrid> => ({
    ways,
    isBrief: mayItemTitlesBeLarge(stacks, graphicRoom.room),
    isWell: ({ size, cells: sizedCells }) =>
      !isLargerThanUsualItemTitle(size, graphicRoom.unit) ||
      haveLargeStacksFewLines(sizedCells.flatMap(({ stack, head }) => [stack, ...(head ? [head] : [])])),
    waysToCut: [...ways, ...ways.map((way) => ({ ...way, isDense: true }))],
    widthOf: ({ columns }) =>
      narrowestTextWidth(cells.length, columns, graphicRoom, rules) -
      (columns === 1 && cells.some(({ cover }) => cover) ? Math.round(SIDE_PART * graphicRoom.room.width) : 0),
    atSize: (way, size) => gridAtSize({ cells, graphicRoom, rules, fitting: { ...fitting, figureShare }, way }, size),
    cut: (grid) => cutGrid(grid, graphicRoom.room.height, measure),
  });
  const { arranged: grid, way } = await arrangeItemsInLargestText(widths.figure > 0, optionsFor, graphicRoom, widths);
  if (way === undefined) return grid;
  const maxStretch = rules.isBrief
    ? Math.min(STRETCH.brief, (STRETCH.ofRoom * graphicRoom.room.height) / grid.height)
    : STRETCH.usual;
  const stretch = Math.max(1, Math.min(maxStretch, graphicRoom.room.height / grid.height));
  return withRowHeight(grid, Math.floor(grid.rowHeight * stretch));
}
