import type { RawPicture } from '../../picture.ts';
import type { OrnamentDrift } from '../drifting-ornaments.ts';
import type { LayoutBox } from '../layout/boxes.ts';

/** Bytes of a pixel. */
const RGBA_BYTES = 4;
/** Pixels around a drifting ornament that the interpolation of decoders reads. */
const INTERPOLATION_PIXELS = 4;
/** The largest difference of a channel between two places of the background that drifting brings together: more would be a visible line. */
const MAX_CHANNEL_DIFFERENCE = 2;

/** The box of all pixels that decoders read while an ornament drifts, within the slide. */
function driftedBox({ x, y, width, height, across, down }: OrnamentDrift, size: RawPicture): LayoutBox {
  const left = Math.max(0, x - Math.max(0, across) - INTERPOLATION_PIXELS);
  const top = Math.max(0, y - Math.max(0, down) - INTERPOLATION_PIXELS);
  const right = Math.min(size.width, x + width + Math.max(0, -across) + INTERPOLATION_PIXELS);
  return {
    x: left,
    y: top,
    width: right - left,
    height: Math.min(size.height, y + height + Math.max(0, -down) + INTERPOLATION_PIXELS) - top,
  };
}

/** Reports whether a slide shows only its background within a box. */
function showsOnlyBackground(slide: RawPicture, background: RawPicture, box: LayoutBox): boolean {
  for (let y = box.y; y < box.y + box.height; y++) {
    const start = (y * slide.width + box.x) * RGBA_BYTES;
    const end = start + box.width * RGBA_BYTES;
    if (Buffer.compare(slide.rgba.subarray(start, end), background.rgba.subarray(start, end)) !== 0) return false;
  }
  return true;
}

/** The pixels along the border of a box, without those at the edges of the slide. */
function* borderOf({ x, y, width, height }: LayoutBox, size: RawPicture): Generator<[x: number, y: number]> {
  const [right, bottom] = [x + width - 1, y + height - 1];
  for (let column = x; column <= right; column++) {
    if (y > 0) yield [column, y];
    if (bottom < size.height - 1) yield [column, bottom];
  }
  for (let row = y; row <= bottom; row++) {
    if (x > 0) yield [x, row];
    if (right < size.width - 1) yield [right, row];
  }
}

/** Reports whether the background at the border of an ornament looks the same when the ornament is at the other end of its movement. */
function isSeamless(background: RawPicture, drift: OrnamentDrift): boolean {
  const { width, height, rgba } = background;
  const clampToSide = (value: number, length: number): number => Math.min(Math.max(value, 0), length - 1);
  for (const [x, y] of borderOf(drift, background)) {
    const offset = (y * width + x) * RGBA_BYTES;
    const shiftedOffset =
      (clampToSide(y - drift.down, height) * width + clampToSide(x - drift.across, width)) * RGBA_BYTES;
    // Backgrounds are opaque: their alpha is the same everywhere.
    for (let channel = 0; channel < 3; channel++)
      if (Math.abs((rgba[offset + channel] ?? 0) - (rgba[shiftedOffset + channel] ?? 0)) > MAX_CHANNEL_DIFFERENCE)
        return false;
  }
  return true;
}

/**
 * The ornaments of a slide that can drift without visible artefacts: nothing is in front of them or in their path, and the background
 * around them is even.
 * @param slide the picture of the slide, with all that it shows
 * @param background the picture of its background, without its image and its texts
 */
export const unobstructedOrnamentDrifts = (
  drifts: readonly OrnamentDrift[],
  slide: RawPicture,
  background: RawPicture,
): OrnamentDrift[] =>
  drifts.filter(
    (drift) => showsOnlyBackground(slide, background, driftedBox(drift, slide)) && isSeamless(background, drift),
  );
