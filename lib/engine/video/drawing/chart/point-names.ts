import type { LayoutBox } from '../layout/boxes.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { ChartLabelColor, PositionedChartLabel } from './chart-model.ts';

/** A text that should be placed next to a point; pixels. */
export interface PointNameToPlace {
  paragraph: TypesetParagraph;
  x: number;
  y: number;
  width: number;
  height: number;
  color: ChartLabelColor;
  /** Index of the series that it appears with, and the turn (`MarkEntrance`) of its point. */
  part: number;
  turn: number;
}

/** The side of its box to which a text is set. */
type Side = PositionedChartLabel['side'];

/** Places next to a point, the preferred one first: directions from the point, and the side to which the text is set. */
const PLACES: readonly (readonly [dx: number, dy: number, side: Side])[] = [
  [1, 0, 'left'],
  [-1, 0, 'right'],
  [0, -1, 'center'],
  [0, 1, 'center'],
  [1, -1, 'left'],
  [1, 1, 'left'],
  [-1, -1, 'right'],
  [-1, 1, 'right'],
];

/** Reports whether two boxes share a pixel. */
const doOverlap = (firstBox: LayoutBox, secondBox: LayoutBox): boolean =>
  firstBox.x < secondBox.x + secondBox.width &&
  secondBox.x < firstBox.x + firstBox.width &&
  firstBox.y < secondBox.y + secondBox.height &&
  secondBox.y < firstBox.y + firstBox.height;

/** The box of a text at one of the places. @param distance between the middle of the point and the text, in pixels */
function boxAt(
  { x, y, width, height }: PointNameToPlace,
  [dx, dy]: (typeof PLACES)[number],
  distance: number,
): LayoutBox {
  const isDiagonal = dx !== 0 && dy !== 0;
  const [distanceX, distanceY] = isDiagonal ? [distance * 0.6, distance * 0.4] : [distance, distance];
  const left = dx === 0 ? x - width / 2 : dx > 0 ? x + distanceX : x - distanceX - width;
  const top = dy === 0 ? y - height / 2 : dy > 0 ? y + distanceY : y - distanceY - height;
  return { x: Math.round(left), y: Math.round(top), width, height };
}

/**
 * Places names next to their points, one after another, each at the first place that is within `bounds` and overlaps no occupied box and no
 * other name. Names without such a place are left out.
 * @param distance from the middle of a point to its name, in pixels
 * @returns the placed names, in the given order; undefined for a name that was left out
 */
export function placePointNames(
  names: readonly PointNameToPlace[],
  bounds: LayoutBox,
  occupiedBoxes: readonly LayoutBox[],
  distance: number,
): (PositionedChartLabel | undefined)[] {
  const usedBoxes: LayoutBox[] = [...occupiedBoxes];
  const isWithin = ({ x, y, width, height }: LayoutBox): boolean =>
    x >= bounds.x && y >= bounds.y && x + width <= bounds.x + bounds.width && y + height <= bounds.y + bounds.height;
  return names.map((name) => {
    for (const place of PLACES) {
      const box = boxAt(name, place, distance);
      if (!isWithin(box) || usedBoxes.some((other) => doOverlap(box, other))) continue;
      usedBoxes.push(box);
      const { paragraph, color, part, turn } = name;
      return { paragraph, box, side: place[2], color, part, turn };
    }
    return undefined;
  });
}
