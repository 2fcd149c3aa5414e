import type { RawPicture } from '../../picture.ts';
import type { OrnamentDrift } from '../drifting-ornaments.ts';
import type { LayoutBox } from '../layout/boxes.ts';

const RGBA_BYTES = 4;
/** Pixels around a part that the interpolation of decoders reads. */
const REACH = 4;
/** The most by which a channel of the ground may differ at the border of a part from that on its way: more would be a line. */
const MAX_CHANNEL_DIFFERENCE = 2;

/** The pixels that a part shows while it drifts, within the slide. */
function seenBox({ x, y, width, height, across, down }: OrnamentDrift, size: RawPicture): LayoutBox {
  const left = Math.max(0, x - Math.max(0, across) - REACH);
  const top = Math.max(0, y - Math.max(0, down) - REACH);
  const right = Math.min(size.width, x + width + Math.max(0, -across) + REACH);
  return {
    x: left,
    y: top,
    width: right - left,
    height: Math.min(size.height, y + height + Math.max(0, -down) + REACH) - top,
  };
}

/** Reports whether nothing of a slide is in front of its ground within a box. */
function isFree(whole: RawPicture, ground: RawPicture, box: LayoutBox): boolean {
  for (let y = box.y; y < box.y + box.height; y++) {
    const start = (y * whole.width + box.x) * RGBA_BYTES;
    const end = start + box.width * RGBA_BYTES;
    if (Buffer.compare(whole.rgba.subarray(start, end), ground.rgba.subarray(start, end)) !== 0) return false;
  }
  return true;
}

/** The pixels at the border of a part, without those at the edges of the slide. */
function* borderOf({ x, y, width, height }: LayoutBox, size: RawPicture): Generator<[x: number, y: number]> {
  const [right, bottom] = [x + width - 1, y + height - 1];
  for (let at = x; at <= right; at++) {
    if (y > 0) yield [at, y];
    if (bottom < size.height - 1) yield [at, bottom];
  }
  for (let at = y; at <= bottom; at++) {
    if (x > 0) yield [x, at];
    if (right < size.width - 1) yield [right, at];
  }
}

/** Reports whether the ground at the border of a part looks the same when the part is at the other end of its way. */
function isSeamless(ground: RawPicture, drift: OrnamentDrift): boolean {
  const { width, height, rgba } = ground;
  const inside = (value: number, length: number): number => Math.min(Math.max(value, 0), length - 1);
  for (const [x, y] of borderOf(drift, ground)) {
    const here = (y * width + x) * RGBA_BYTES;
    const there = (inside(y - drift.down, height) * width + inside(x - drift.across, width)) * RGBA_BYTES;
    for (let channel = 0; channel < 3; channel++)
      if (Math.abs((rgba[here + channel] ?? 0) - (rgba[there + channel] ?? 0)) > MAX_CHANNEL_DIFFERENCE) return false;
  }
  return true;
}

/**
 * The ornaments of a slide that can drift without visible artefacts: nothing is in front of them or in their path, and the background
 * around them is even.
 * @param whole the slide with all that is on it
 * @param ground the same slide without its image and its texts
 */
export const unobstructedOrnamentDrifts = (
  drifts: readonly OrnamentDrift[],
  whole: RawPicture,
  ground: RawPicture,
): OrnamentDrift[] =>
  drifts.filter((drift) => isFree(whole, ground, seenBox(drift, whole)) && isSeamless(ground, drift));
