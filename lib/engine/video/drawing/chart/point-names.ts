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
  /** Index of the series that it appears with, and the turn of its point. */
  part: number;
  turn: number;
}

type Side = PositionedChartLabel['side'];

/** Places next to a point, from the best: directions from it, and the side to which the text is set. */
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
const overlaps = (one: LayoutBox, other: LayoutBox): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** The box of a text at one of the places; `near`: between the middle of the point and the text, in pixels. */
function boxAt({ x, y, width, height }: PointNameToPlace, [dx, dy]: (typeof PLACES)[number], near: number): LayoutBox {
  const isDiagonal = dx !== 0 && dy !== 0;
  const [across, up] = isDiagonal ? [near * 0.6, near * 0.4] : [near, near];
  const left = dx === 0 ? x - width / 2 : dx > 0 ? x + across : x - across - width;
  const top = dy === 0 ? y - height / 2 : dy > 0 ? y + up : y - up - height;
  return { x: Math.round(left), y: Math.round(top), width, height };
}

/**
 * Places names next to their points, one after another, each at the first place that is within `bounds` and free of `taken` and of other
 * names. Names without such a place are left out.
 * @param near from the middle of a point to its name, in pixels
 * @returns the placed names, in the given order; undefined for a name that was left out
 */
export function placePointNames(
  names: readonly PointNameToPlace[],
  bounds: LayoutBox,
  taken: readonly LayoutBox[],
  near: number,
): (PositionedChartLabel | undefined)[] {
  const full: LayoutBox[] = [...taken];
  const isWithin = ({ x, y, width, height }: LayoutBox): boolean =>
    x >= bounds.x && y >= bounds.y && x + width <= bounds.x + bounds.width && y + height <= bounds.y + bounds.height;
  return names.map((name) => {
    for (const place of PLACES) {
      const box = boxAt(name, place, near);
      if (!isWithin(box) || full.some((other) => overlaps(box, other))) continue;
      full.push(box);
      const { paragraph, color, part, turn } = name;
      return { paragraph, box, side: place[2], color, part, turn };
    }
    return undefined;
  });
}
