import type { PictureDimensions } from '../format.ts';
import type { Ornament, SceneDesign } from './design.ts';
import type { LayoutBox } from './layout/boxes.ts';
import { ornamentBlockBox, ornamentDiscBox, ornamentsInDirection } from './ornament-places.ts';
import type { TextDirection } from './text/writing-system.ts';

/** Part of the addresses of clips whose ornaments drift. Raise it with every change of which of them do, and how far. */
export const ORNAMENT_DRIFT_VERSION = 2;

/** An ornament of a slide that drifts: its box, in whole macroblocks, and the offset to the other end of its movement, in pixels. */
export interface OrnamentDrift extends LayoutBox {
  /** To the right. */
  across: number;
  /** Downwards. */
  down: number;
}

/** Ornaments stand still in loops of at most this many seconds, in which they would move too fast. */
export const MAX_LOOP_SECONDS_WITH_STILL_ORNAMENTS = 1;

/** Side of a macroblock, in pixels. */
const MACROBLOCK_SIDE = 16;
/** The distance that an ornament drifts, as a fraction of the short side of the slide. */
const DRIFT_DISTANCE = 0.018;
/** Pixels around an ornament that its soft edges and the interpolation of decoders change. */
const EDGE_PIXELS = 4;
/** A larger part of the slide, as a share of its area, is a background for text, which must not move. */
const MAX_ORNAMENT_SHARE = 0.15;

/** The smallest box around two boxes. */
function boxAround(a: LayoutBox, b: LayoutBox): LayoutBox {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const right = Math.max(a.x + a.width, b.x + b.width);
  return { x, y, width: right - x, height: Math.max(a.y + a.height, b.y + b.height) - y };
}

/** The box with some pixels around it. */
const withMargin = ({ x, y, width, height }: LayoutBox, margin: number): LayoutBox => ({
  x: x - margin,
  y: y - margin,
  width: width + 2 * margin,
  height: height + 2 * margin,
});

const doOverlap = (a: LayoutBox, b: LayoutBox): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** The box in whole macroblocks, within the slide. */
function toWholeMacroblocks(box: LayoutBox, { width, height }: PictureDimensions): LayoutBox {
  const [x, y] = [box.x, box.y].map((start) => Math.max(0, Math.floor(start / MACROBLOCK_SIDE) * MACROBLOCK_SIDE));
  const [left, top] = [x ?? 0, y ?? 0];
  return {
    x: left,
    y: top,
    width: Math.min(width, Math.ceil((box.x + box.width) / MACROBLOCK_SIDE) * MACROBLOCK_SIDE) - left,
    height: Math.min(height, Math.ceil((box.y + box.height) / MACROBLOCK_SIDE) * MACROBLOCK_SIDE) - top,
  };
}

/** The box of a disc, or the square around the circle in which a block can turn; empty for other ornaments. */
function boxesOf(ornament: Ornament, size: PictureDimensions, direction: TextDirection): LayoutBox[] {
  const shortSide = Math.min(size.width, size.height);
  if (ornament.shape === 'disc') return [ornamentDiscBox(ornament, size, shortSide, direction)];
  if (ornament.shape !== 'block') return [];
  const { x, y, width, height } = ornamentBlockBox(ornament, size);
  const radius = Math.ceil(Math.hypot(width, height) / 2);
  const side = 2 * radius;
  return [{ x: Math.round(x + width / 2) - radius, y: Math.round(y + height / 2) - radius, width: side, height: side }];
}

/** The boxes, with those that overlap replaced by one box around them. */
function mergeOverlapping(boxes: readonly LayoutBox[]): LayoutBox[] {
  const separateBoxes: LayoutBox[] = [];
  for (const box of boxes) {
    let mergedBox = box;
    for (let overlapIndex = separateBoxes.findIndex((each) => doOverlap(each, mergedBox)); overlapIndex >= 0; ) {
      mergedBox = boxAround(mergedBox, separateBoxes.splice(overlapIndex, 1)[0] ?? mergedBox);
      overlapIndex = separateBoxes.findIndex((each) => doOverlap(each, mergedBox));
    }
    separateBoxes.push(mergedBox);
  }
  return separateBoxes;
}

/**
 * The offset by which a part drifts: away from the middle of the slide, so that the edge of the slide never uncovers a side that it cuts
 * off; upwards for a part in the middle.
 */
function driftOf({ x, y, width, height }: LayoutBox, size: PictureDimensions): { across: number; down: number } {
  const distance = DRIFT_DISTANCE * Math.min(size.width, size.height);
  const [rightOfMiddle, belowMiddle] = [x + width / 2 - size.width / 2, y + height / 2 - size.height / 2];
  const length = Math.hypot(rightOfMiddle, belowMiddle);
  if (length < distance) return { across: 0, down: -Math.round(distance) };
  return {
    across: Math.round((distance * rightOfMiddle) / length),
    down: Math.round((distance * belowMiddle) / length),
  };
}

/**
 * The parts of a scene that may drift: discs and blocks; those that overlap are one part. Texts and images in front of them are not
 * considered. Pure.
 */
export function driftingOrnaments(
  { ornaments }: Pick<SceneDesign, 'ornaments'>,
  size: PictureDimensions,
  direction: TextDirection,
): OrnamentDrift[] {
  const distance = Math.ceil(DRIFT_DISTANCE * Math.min(size.width, size.height));
  const driftRoomOf = (box: LayoutBox): LayoutBox => toWholeMacroblocks(withMargin(box, distance + EDGE_PIXELS), size);
  const boxes = ornamentsInDirection(ornaments, direction).flatMap((ornament) => boxesOf(ornament, size, direction));
  const groups = mergeOverlapping(boxes.map(driftRoomOf));
  return groups.flatMap((box) => {
    const isOnSlide = box.width > 0 && box.height > 0;
    const isSmall = box.width * box.height <= MAX_ORNAMENT_SHARE * size.width * size.height;
    return isOnSlide && isSmall ? [{ ...box, ...driftOf(box, size) }] : [];
  });
}
