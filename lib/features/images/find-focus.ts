import { type DecodedPicture, decodedPictureAsSharp } from './decoded-picture.ts';
import type { TextLinesInPicture } from './find-wording.ts';

/** Pixels of the longer side at which a picture is examined. A face that is a twentieth of it still has five pixels. */
const SIDE = 112;
/**
 * The direction of skin colours in linear RGB, and the distance from it at which a colour no longer counts as skin. Skin tones differ in
 * brightness more than in this direction.
 */
const SKIN = [0.78, 0.57, 0.44] as const;
const SKIN_WIDTH = 0.18;
/** Weights of skin, text, strong colours and detail in the map of importance. */
const WEIGHTS = { skin: 1, text: 0.35, colorful: 0.35, detail: 0.9 };
/** Standard deviations of the blur of the map, as fractions of its longer side: for a thing that stands out, and for its surroundings. */
const BLUR = { thing: 0.04, around: 0.2 };
/** Distance from the middle, as a share of the longer side, at which a place counts a part of e less. */
const FROM_MIDDLE = 0.55;
/** The fraction of the highest value from which a place belongs to the most important thing. */
const NEAR_TOP = 0.62;
/** The least difference of a place from its surroundings at which it stands out; below, the picture has no focus. */
const MIN_DIFFERENCE = 0.1;

/** A point of a picture, in shares from the left and from the top. */
interface Focus {
  x: number;
  y: number;
}

/** A map of values, row by row. */
interface ValueMap {
  width: number;
  height: number;
  values: Float32Array;
}

/** The likeness of a colour to skin, 0 to 1; 0 for dark colours. */
function skinOf(red: number, green: number, blue: number): number {
  const length = Math.hypot(red, green, blue);
  if (length < 70) return 0;
  const away = Math.hypot(red / length - SKIN[0], green / length - SKIN[1], blue / length - SKIN[2]);
  return Math.max(0, 1 - away / SKIN_WIDTH);
}

function blurred({ width, height, values }: ValueMap, sigma: number): ValueMap {
  const reach = Math.ceil(2.5 * sigma);
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * sigma * sigma)));
  const pass = (from: Float32Array, across: boolean): Float32Array => {
    const to = new Float32Array(from.length);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        let [sum, total] = [0, 0];
        for (let i = -reach; i <= reach; i++) {
          const [column, row] = across ? [x + i, y] : [x, y + i];
          if (column < 0 || row < 0 || column >= width || row >= height) continue;
          sum += (kernel[i + reach] ?? 0) * (from[row * width + column] ?? 0);
          total += kernel[i + reach] ?? 0;
        }
        to[y * width + x] = sum / total;
      }
    return to;
  };
  return { width, height, values: pass(pass(values, true), false) };
}

/** The places of a picture by how much they matter: detail, and within it skin and strong colours. */
function mapOf(pixels: Uint8Array, width: number, height: number): ValueMap {
  const values = new Float32Array(width * height);
  const at = (x: number, y: number, channel: number): number => pixels[3 * (y * width + x) + channel] ?? 0;
  const grey = (x: number, y: number): number => 0.3 * at(x, y, 0) + 0.6 * at(x, y, 1) + 0.1 * at(x, y, 2);
  for (let y = 1; y + 1 < height; y++)
    for (let x = 1; x + 1 < width; x++) {
      const middle = grey(x, y);
      const detail = Math.abs(4 * middle - grey(x - 1, y) - grey(x + 1, y) - grey(x, y - 1) - grey(x, y + 1)) / 255;
      const [red, green, blue] = [at(x, y, 0), at(x, y, 1), at(x, y, 2)];
      const colorful = (Math.max(red, green, blue) - Math.min(red, green, blue)) / 255;
      values[y * width + x] =
        WEIGHTS.skin * skinOf(red, green, blue) + WEIGHTS.colorful * colorful + WEIGHTS.detail * Math.min(1, detail);
    }
  return { width, height, values };
}

/** Raises the places of lines of text. */
function addWording({ width, height, values }: ValueMap, { lines }: TextLinesInPicture): void {
  for (const line of lines)
    for (let y = Math.floor(line.y * height); y < Math.ceil((line.y + line.height) * height); y++)
      for (let x = Math.floor(line.x * width); x < Math.ceil((line.x + line.width) * width); x++) {
        const at = y * width + x;
        values[at] = (values[at] ?? 0) + WEIGHTS.text;
      }
}

/** A map of the difference of each place from its surroundings; places at the edges count less. */
function standingOut(map: ValueMap): ValueMap {
  const { width, height } = map;
  const [thing, around] = [blurred(map, BLUR.thing * SIDE), blurred(map, BLUR.around * SIDE)];
  const values = thing.values.map((value, i) => {
    const away = Math.hypot((i % width) - width / 2, Math.floor(i / width) - height / 2) / Math.max(width, height);
    return Math.max(0, value - (around.values[i] ?? 0)) * Math.exp(-((away / FROM_MIDDLE) ** 2));
  });
  return { width, height, values };
}

/** The middle of the places that are joined to the highest one and nearly as high. */
function middleOfTop({ width, height, values }: ValueMap): Focus & { top: number } {
  let top = 0;
  for (const [i, value] of values.entries()) if (value > (values[top] ?? 0)) top = i;
  const highest = values[top] ?? 0;
  const seen = new Uint8Array(values.length);
  const open = [top];
  seen[top] = 1;
  let [x, y, weight] = [0, 0, 0];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const value = values[at] ?? 0;
    const [column, row] = [at % width, Math.floor(at / width)];
    x += value * (column + 0.5);
    y += value * (row + 0.5);
    weight += value;
    for (const [next, isInside] of [
      [at - 1, column > 0],
      [at + 1, column + 1 < width],
      [at - width, row > 0],
      [at + width, row + 1 < height],
    ] as const)
      if (isInside && !seen[next] && (values[next] ?? 0) >= NEAR_TOP * highest) {
        seen[next] = 1;
        open.push(next);
      }
  }
  return { x: x / weight / width, y: y / weight / height, top: highest };
}

/**
 * Finds the point of a picture that a crop should keep: the middle of a face, of text, or of another thing that stands out by detail and
 * colour.
 * @returns fractions (0–1) from the left and from the top, to a hundredth; undefined if nothing stands out
 */
export async function findImageFocus(picture: DecodedPicture, wording: TextLinesInPicture): Promise<Focus | undefined> {
  const { data, info } = await decodedPictureAsSharp(picture)
    .resize({ width: SIDE, height: SIDE, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) return undefined;
  const map = mapOf(data, info.width, info.height);
  addWording(map, wording);
  const found = middleOfTop(standingOut(map));
  if (found.top < MIN_DIFFERENCE) return undefined;
  const share = (value: number): number => Math.round(100 * value) / 100;
  return { x: share(found.x), y: share(found.y) };
}
