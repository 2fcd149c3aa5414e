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

/** The length of a loop in seconds up to which ornaments stand still: they would move too fast. */
export const MAX_STANDING_LOOP_SECONDS = 1;

/** Side of a macroblock, in pixels. */
const SIDE = 16;
/** The way of an ornament, as a part of the short side. */
const WAY = 0.018;
/** Pixels around an ornament that its edges and the interpolation of decoders reach. */
const REACH = 4;
/** A part larger than this, as a share of the slide, is ground for text. */
const MAX_ORNAMENT_SHARE = 0.15;

/** The smallest box around both. */
function around(a: LayoutBox, b: LayoutBox): LayoutBox {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const right = Math.max(a.x + a.width, b.x + b.width);
  return { x, y, width: right - x, height: Math.max(a.y + a.height, b.y + b.height) - y };
}

/** The box with some pixels around it. */
const grown = ({ x, y, width, height }: LayoutBox, by: number): LayoutBox => ({
  ...{ x: x - by, y: y - by },
  ...{ width: width + 2 * by, height: height + 2 * by },
});

const overlap = (a: LayoutBox, b: LayoutBox): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** The box in whole macroblocks, within the slide. */
function inMacroblocks(box: LayoutBox, { width, height }: PictureDimensions): LayoutBox {
  const [x, y] = [box.x, box.y].map((start) => Math.max(0, Math.floor(start / SIDE) * SIDE));
  const [left, top] = [x ?? 0, y ?? 0];
  return {
    ...{ x: left, y: top },
    width: Math.min(width, Math.ceil((box.x + box.width) / SIDE) * SIDE) - left,
    height: Math.min(height, Math.ceil((box.y + box.height) / SIDE) * SIDE) - top,
  };
}

/** The box of an ornament that has one; a turned block is within a circle. */
function boxesOf(ornament: Ornament, size: PictureDimensions, direction: TextDirection): LayoutBox[] {
  const short = Math.min(size.width, size.height);
  if (ornament.shape === 'disc') return [ornamentDiscBox(ornament, size, short, direction)];
  if (ornament.shape !== 'block') return [];
  const { x, y, width, height } = ornamentBlockBox(ornament, size);
  const r = Math.ceil(Math.hypot(width, height) / 2);
  return [{ x: Math.round(x + width / 2) - r, y: Math.round(y + height / 2) - r, width: 2 * r, height: 2 * r }];
}

/** Boxes that overlap, as one. */
function merged(boxes: readonly LayoutBox[]): LayoutBox[] {
  const apart: LayoutBox[] = [];
  for (const box of boxes) {
    let whole = box;
    for (let other = apart.findIndex((each) => overlap(each, whole)); other >= 0; ) {
      whole = around(whole, apart.splice(other, 1)[0] ?? whole);
      other = apart.findIndex((each) => overlap(each, whole));
    }
    apart.push(whole);
  }
  return apart;
}

/** The way of a part: away from the middle of the slide, so that what an edge cuts off is never missing; in the middle, upwards. */
function wayOf({ x, y, width, height }: LayoutBox, size: PictureDimensions): { across: number; down: number } {
  const distance = WAY * Math.min(size.width, size.height);
  const [right, low] = [x + width / 2 - size.width / 2, y + height / 2 - size.height / 2];
  const length = Math.hypot(right, low);
  if (length < distance) return { across: 0, down: -Math.round(distance) };
  return { across: Math.round((distance * right) / length), down: Math.round((distance * low) / length) };
}

/**
 * The parts of a scene that may drift: discs and blocks, those that overlap together. Whether something is in front of them is not
 * known here. Pure.
 */
export function driftingOrnaments(
  { ornaments }: Pick<SceneDesign, 'ornaments'>,
  size: PictureDimensions,
  direction: TextDirection,
): OrnamentDrift[] {
  const distance = Math.ceil(WAY * Math.min(size.width, size.height));
  const room = (box: LayoutBox): LayoutBox => inMacroblocks(grown(box, distance + REACH), size);
  const boxes = ornamentsInDirection(ornaments, direction).flatMap((ornament) => boxesOf(ornament, size, direction));
  const groups = merged(boxes.map(room));
  return groups.flatMap((box) => {
    const isSeen = box.width > 0 && box.height > 0;
    const isSmall = box.width * box.height <= MAX_ORNAMENT_SHARE * size.width * size.height;
    return isSeen && isSmall ? [{ ...box, ...wayOf(box, size) }] : [];
  });
}
