import type { EntranceRevealShape, PartGrowthSide } from '../part-entrance.ts';
import type { MarkEntrance } from './chart-model.ts';

/** A bar: its category, its place across its direction in pixels, and the values between which it is. */
interface GrowingBar {
  category: number;
  offset: number;
  from: number;
  to: number;
}

/** The plot of a line; pixels. */
interface LinePlot {
  centers: readonly number[];
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The soft edge of a line that is drawn, as a part of its length. */
const LINE_EDGE = 0.03;

/** The value at the end of the stack that a bar is in. All bars on one side of the base line of a category grow as one. */
function endOfStack(bars: readonly GrowingBar[], { category, from, to }: GrowingBar): number {
  const isDown = to < from;
  const endsOfSide = bars
    .filter((bar) => bar.category === category && bar.to < bar.from === isDown)
    .map((bar) => bar.to);
  return isDown ? Math.min(to, ...endsOfSide) : Math.max(to, ...endsOfSide);
}

/**
 * The growth of a bar: of one in a stack from the base line to the end of the stack, of another from its start to its end.
 * @param bars all bars of the chart. @param pixelOf the pixel of a value
 */
export function barEntranceShapeOf(
  bars: readonly GrowingBar[],
  bar: GrowingBar,
  towards: PartGrowthSide,
  pixelOf: (value: number) => number,
  radius: number,
): EntranceRevealShape {
  const isStacked = bars.some((other) => other !== bar && other.offset === bar.offset);
  const start = isStacked ? 0 : bar.from;
  const end = isStacked ? endOfStack(bars, bar) : bar.to;
  const [startPixel, endPixel] = [pixelOf(start), pixelOf(end)];
  return { kind: 'grow', towards, start: startPixel, length: Math.abs(endPixel - startPixel), radius, edge: 1 };
}

/**
 * The entrance of a line or an area: it is drawn in reading direction.
 * @param reach pixels by which marks reach beyond the plot
 * @param isOver true if it enters after the marks below it
 */
export function lineChartEntrance(
  { centers, left, right, top, bottom }: LinePlot,
  reach: number,
  isOver: boolean,
): MarkEntrance {
  const [first = left, last = right] = [centers[0], centers.at(-1)];
  const box = { x: first - reach, y: top - reach, width: last - first + 2 * reach, height: bottom - top + 2 * reach };
  const edge = LINE_EDGE * box.width;
  return {
    box,
    turn: 0,
    isOver,
    shape: { kind: 'grow', towards: 'right', start: box.x, length: box.width, radius: 0, edge },
  };
}
