import { largestContainedBox } from '../layout/image-placement.ts';
import type { ItemGrid, ItemGridCell } from './arrange-item-grid.ts';
import type { ItemColors } from './item-colors.ts';
import { firstReadableColorOn } from './item-colors.ts';
import type { ArrangedItems, PlacedItemElement } from './item-model.ts';
import { itemDiscElements } from './signs.ts';
import { textStackElements } from './text-stack-elements.ts';

/** The look of the cells of a grid. */
export interface ItemGridLook {
  /** `card`: a filled or outlined box; `bare`: lines between cells. */
  cell: 'card' | 'bare';
  align: 'start' | 'center';
  /** True: texts are in the middle of the height of their cells, with their first lines level; absent: at the top. */
  isMiddle?: boolean;
  /** Radius of the corners of cards, and thickness of lines, in pixels. */
  radius: number;
  hairline: number;
  /** The short rule on the top edge of cards without signs, in pixels; absent: none. */
  rule?: { thickness: number; length: number } | undefined;
}

/** The CSS radii of a box with round corners only at its bottom, and only at its top. */
const bottomRadii = (radius: number): string => `0 0 ${radius}px ${radius}px`;
const topRadii = (radius: number): string => `${radius}px ${radius}px 0 0`;

/** The filled or outlined box of a card below its band or picture. */
function cardPieces(
  item: number,
  box: PlacedItemElement['box'],
  look: ItemColors,
  shapes: ItemGridLook,
  headHeight: number,
): PlacedItemElement[] {
  const { radius, hairline } = shapes;
  const border: Record<string, string | number> = look.line
    ? { borderWidth: hairline, borderStyle: 'solid', borderColor: look.line }
    : { backgroundColor: look.ground };
  const body = { ...box, y: box.y + headHeight, height: box.height - headHeight };
  const style = { ...border, borderRadius: headHeight > 0 ? bottomRadii(radius) : radius };
  return [{ item, kind: 'shape', box: body, style }];
}

/** The band across the top of a cell, with its text. */
function headPieces(
  item: number,
  grid: ItemGrid,
  index: number,
  look: ItemColors,
  shapes: ItemGridLook,
): PlacedItemElement[] {
  const cell = grid.cells[index];
  if (!cell?.head || cell.headHeight === 0) return [];
  const { fill, ink } = look.roundel;
  const box = { x: cell.x, y: cell.y, width: cell.width, height: cell.headHeight };
  const freeHeight = cell.headHeight - cell.head.height;
  const textPlace = {
    x: cell.x + grid.padding,
    y: cell.y + Math.round(freeHeight / 2),
    width: cell.width - 2 * grid.padding,
  };
  const title = firstReadableColorOn(fill, [ink, look.title]);
  const bandLook = { ...look, title, text: title, strong: title };
  const style = { backgroundColor: fill, borderRadius: topRadii(shapes.radius) };
  return [
    { item, kind: 'shape', box, style },
    ...textStackElements(item, cell.head, textPlace, bandLook, shapes.align),
  ];
}

/** Space around a picture that is shown whole, as a part of its place. */
const WHOLE_INSET = 0.06;

/** The picture of a card in its place: it fills the place, or is shown whole in the middle of it. */
function coverPieces(
  item: number,
  cover: ItemGridCell['cover'],
  box: PlacedItemElement['box'],
  { look, radius, corners }: { look: ItemColors; radius: number; corners: 'top' | 'left' },
): PlacedItemElement[] {
  if (!cover) return [];
  const radii = corners === 'top' ? topRadii(radius) : `${radius}px 0 0 ${radius}px`;
  const groundPiece: PlacedItemElement = {
    item,
    kind: 'shape',
    box,
    style: { backgroundColor: look.roundel.fill, borderRadius: radii },
  };
  if (cover === 'none') return [groundPiece];
  if (cover.fit === 'cover') return [{ item, kind: 'picture', box, image: cover, radius, corners }];
  const inset = Math.round(WHOLE_INSET * Math.min(box.width, box.height));
  const insetBox = { x: box.x + inset, y: box.y + inset, width: box.width - 2 * inset, height: box.height - 2 * inset };
  return [groundPiece, { item, kind: 'picture', box: largestContainedBox(cover, insetBox), image: cover, radius: 0 }];
}

/** The line between a bare cell and the one before it: to its left, or above it if cells are one above the other. */
function dividerPiece(item: number, grid: ItemGrid, look: ItemColors, hairline: number): PlacedItemElement[] {
  const cell = grid.cells[item];
  if (!cell || item === 0) return [];
  const style = { backgroundColor: look.line ?? look.ground };
  const halfGap = Math.round(grid.gap / 2);
  if (grid.columns === 1)
    return [{ item, kind: 'shape', box: { x: 0, y: cell.y - halfGap, width: cell.width, height: hairline }, style }];
  if (cell.x === 0) return [];
  const box = { x: cell.x - halfGap, y: cell.y, width: hairline, height: grid.rowHeight };
  return [{ item, kind: 'shape', box, style }];
}

/** The shapes and texts of a grid. @param looks of its items */
export function itemGridElements(
  grid: ItemGrid,
  cells: readonly ItemGridCell[],
  looks: readonly ItemColors[],
  shapes: ItemGridLook,
): ArrangedItems {
  // Texts in the middle of their cells start at the height of the highest one, so that titles of neighbours are level.
  const maxStackHeight = Math.max(...grid.cells.map(({ stack }) => stack.height));
  const pieces = grid.cells.flatMap(({ x, y, width, headHeight, stack }, item): PlacedItemElement[] => {
    const look = looks[item];
    if (!look) return [];
    const { padding, sign: diameter, isBeside, rowHeight } = grid;
    const sign = cells[item]?.sign;
    const signGap = Math.round(0.62 * grid.size);
    const { sideWidth } = grid;
    const contentBox = {
      x: x + padding + sideWidth,
      y: y + headHeight + padding,
      width: width - 2 * padding - sideWidth,
    };
    const isCentered = shapes.align === 'center' && !isBeside;
    const signX = isCentered ? x + Math.round((width - diameter) / 2) : contentBox.x;
    const contentHeight = rowHeight - headHeight - 2 * padding;
    const middleTop = (height: number): number => contentBox.y + Math.round((contentHeight - height) / 2);
    const textPlace = isBeside
      ? {
          x: contentBox.x + diameter + signGap,
          y: middleTop(stack.height),
          width: contentBox.width - diameter - signGap,
        }
      : {
          ...contentBox,
          y: shapes.isMiddle ? middleTop(maxStackHeight) : contentBox.y + (diameter > 0 ? diameter + signGap : 0),
        };
    const { rule } = shapes;
    const box = { x, y, width, height: rowHeight };
    return [
      ...(shapes.cell === 'card' ? cardPieces(item, box, look, shapes, headHeight) : []),
      ...(shapes.cell === 'bare' ? dividerPiece(item, grid, look, shapes.hairline) : []),
      ...headPieces(item, grid, item, look, shapes),
      ...coverPieces(
        item,
        cells[item]?.cover,
        sideWidth > 0 ? { ...box, width: sideWidth } : { ...box, height: headHeight },
        { look, radius: shapes.radius, corners: sideWidth > 0 ? 'left' : 'top' },
      ),
      ...(sign
        ? itemDiscElements(
            item,
            sign,
            { x: signX, y: isBeside ? middleTop(diameter) : contentBox.y, diameter },
            look.roundel,
          )
        : []),
      ...(rule && !sign && headHeight === 0 && sideWidth === 0 && !look.isStrong
        ? [rulePiece(item, box, rule, look, shapes.align, padding)]
        : []),
      ...textStackElements(item, stack, textPlace, look, isBeside ? 'start' : shapes.align),
    ];
  });
  return { pieces, height: grid.height, size: grid.size, cut: grid.cut };
}

/** The short rule on the top edge of a card, above its text. */
function rulePiece(
  item: number,
  { x, y, width }: PlacedItemElement['box'],
  { thickness, length }: NonNullable<ItemGridLook['rule']>,
  { accent }: ItemColors,
  align: ItemGridLook['align'],
  padding: number,
): PlacedItemElement {
  const left = align === 'center' ? x + Math.round((width - length) / 2) : x + padding;
  return {
    item,
    kind: 'shape',
    box: { x: left, y, width: length, height: thickness },
    style: { backgroundColor: accent },
  };
}
