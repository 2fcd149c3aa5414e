import { type DecodedPicture, decodedPictureAsSharp } from './decoded-picture.ts';
import type { TextLinesInPicture } from './find-wording.ts';

/** Pixels of the longer side at which a picture is examined. A face that is a twentieth of it still has five pixels. */
const EXAMINED_SIDE_PIXELS = 112;
/**
 * The direction of skin colours in sRGB. Skin tones differ in brightness more than in this direction. Its length is 1.06, that of a colour's
 * direction is 1: the distance between them is at least 0.06.
 */
const SKIN_DIRECTION = [0.78, 0.57, 0.44] as const;
/** The distance from `SKIN_DIRECTION` from which a colour no longer counts as skin. */
const SKIN_WIDTH = 0.18;
/** The length of a colour, as a vector of red, green and blue (0–255), below which it is too dark to be compared with skin. */
const MIN_SKIN_BRIGHTNESS = 70;
/** Weights of skin, text, strong colours and detail in the map of importance. */
const IMPORTANCE_WEIGHTS = { skin: 1, text: 0.35, colorful: 0.35, detail: 0.9 };
/** Standard deviations of the blurs of the map, as fractions of its longer side: for a thing that stands out, and for its surroundings. */
const BLUR_SIGMAS = { thing: 0.04, surroundings: 0.2 };
/** The distance from the middle, as a fraction of the longer side, at which a place counts 1/e of what it counts in the middle. */
const CENTER_DISTANCE = 0.55;
/** The fraction of the highest value from which a place belongs to the most important thing. */
const MIN_PEAK_FRACTION = 0.62;
/** The minimum difference of a place from its surroundings at which it stands out; below, the picture has no focus. */
const MIN_DIFFERENCE = 0.1;

/** A point of a picture: fractions of its width from the left, and of its height from the top. */
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

/** The likeness of a colour to skin, 0 to 0.66; 0 for dark colours. */
function skinLikenessOf(red: number, green: number, blue: number): number {
  const length = Math.hypot(red, green, blue);
  if (length < MIN_SKIN_BRIGHTNESS) return 0;
  const distance = Math.hypot(
    red / length - SKIN_DIRECTION[0],
    green / length - SKIN_DIRECTION[1],
    blue / length - SKIN_DIRECTION[2],
  );
  return Math.max(0, 1 - distance / SKIN_WIDTH);
}

/** A map with a Gaussian blur. @param sigma standard deviation in places */
function blur({ width, height, values }: ValueMap, sigma: number): ValueMap {
  const reach = Math.ceil(2.5 * sigma);
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * sigma * sigma)));
  const blurPass = (source: Float32Array, isHorizontal: boolean): Float32Array => {
    const target = new Float32Array(source.length);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        let [sum, totalWeight] = [0, 0];
        for (let i = -reach; i <= reach; i++) {
          const [column, row] = isHorizontal ? [x + i, y] : [x, y + i];
          if (column < 0 || row < 0 || column >= width || row >= height) continue;
          sum += (kernel[i + reach] ?? 0) * (source[row * width + column] ?? 0);
          totalWeight += kernel[i + reach] ?? 0;
        }
        target[y * width + x] = sum / totalWeight;
      }
    return target;
  };
  return { width, height, values: blurPass(blurPass(values, true), false) };
}

/** A map of how much each place matters: the weighted sum of likeness to skin, strength of colour, and detail. The outermost places are 0. */
function importanceMapOf(pixels: Uint8Array, width: number, height: number): ValueMap {
  const values = new Float32Array(width * height);
  const channelAt = (x: number, y: number, channel: number): number => pixels[3 * (y * width + x) + channel] ?? 0;
  const greyAt = (x: number, y: number): number =>
    0.3 * channelAt(x, y, 0) + 0.6 * channelAt(x, y, 1) + 0.1 * channelAt(x, y, 2);
  for (let y = 1; y + 1 < height; y++)
    for (let x = 1; x + 1 < width; x++) {
      const grey = greyAt(x, y);
      const detail =
        Math.abs(4 * grey - greyAt(x - 1, y) - greyAt(x + 1, y) - greyAt(x, y - 1) - greyAt(x, y + 1)) / 255;
      const [red, green, blue] = [channelAt(x, y, 0), channelAt(x, y, 1), channelAt(x, y, 2)];
      const colorful = (Math.max(red, green, blue) - Math.min(red, green, blue)) / 255;
      values[y * width + x] =
        IMPORTANCE_WEIGHTS.skin * skinLikenessOf(red, green, blue) +
        IMPORTANCE_WEIGHTS.colorful * colorful +
        IMPORTANCE_WEIGHTS.detail * Math.min(1, detail);
    }
  return { width, height, values };
}

/** Adds the weight of text to the places of lines of text. */
function raiseTextLines({ width, height, values }: ValueMap, { lines }: TextLinesInPicture): void {
  for (const line of lines)
    for (let y = Math.floor(line.y * height); y < Math.ceil((line.y + line.height) * height); y++)
      for (let x = Math.floor(line.x * width); x < Math.ceil((line.x + line.width) * width); x++) {
        const index = y * width + x;
        values[index] = (values[index] ?? 0) + IMPORTANCE_WEIGHTS.text;
      }
}

/** A map of the difference of each place from its surroundings; places far from the middle count less. */
function saliencyMapOf(map: ValueMap): ValueMap {
  const { width, height } = map;
  const thingMap = blur(map, BLUR_SIGMAS.thing * EXAMINED_SIDE_PIXELS);
  const surroundingsMap = blur(map, BLUR_SIGMAS.surroundings * EXAMINED_SIDE_PIXELS);
  const values = thingMap.values.map((value, i) => {
    const centerDistance =
      Math.hypot((i % width) - width / 2, Math.floor(i / width) - height / 2) / Math.max(width, height);
    return Math.max(0, value - (surroundingsMap.values[i] ?? 0)) * Math.exp(-((centerDistance / CENTER_DISTANCE) ** 2));
  });
  return { width, height, values };
}

/** The middle, weighted by value, of the places that are joined to the highest one and nearly as high; and the value of the highest one. */
function middleOfPeak({ width, height, values }: ValueMap): Focus & { value: number } {
  let peakIndex = 0;
  for (const [i, value] of values.entries()) if (value > (values[peakIndex] ?? 0)) peakIndex = i;
  const highest = values[peakIndex] ?? 0;
  // 1 for each place that is, or was, in `pending`.
  const visited = new Uint8Array(values.length);
  const pending = [peakIndex];
  visited[peakIndex] = 1;
  let [x, y, weight] = [0, 0, 0];
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    const value = values[index] ?? 0;
    const [column, row] = [index % width, Math.floor(index / width)];
    x += value * (column + 0.5);
    y += value * (row + 0.5);
    weight += value;
    for (const [neighbor, isInside] of [
      [index - 1, column > 0],
      [index + 1, column + 1 < width],
      [index - width, row > 0],
      [index + width, row + 1 < height],
    ] as const)
      if (isInside && !visited[neighbor] && (values[neighbor] ?? 0) >= MIN_PEAK_FRACTION * highest) {
        visited[neighbor] = 1;
        pending.push(neighbor);
      }
  }
  return { x: x / weight / width, y: y / weight / height, value: highest };
}

/**
 * Finds the point of a picture that a crop should keep: the middle of a face, of text, or of another thing that stands out by detail and
 * colour.
 * @returns fractions (0–1) from the left and from the top, to a hundredth; undefined if nothing stands out, or for a picture of other than
 * three channels
 */
export async function findImageFocus(
  picture: DecodedPicture,
  textLines: TextLinesInPicture,
): Promise<Focus | undefined> {
  const { data, info } = await decodedPictureAsSharp(picture)
    .resize({ width: EXAMINED_SIDE_PIXELS, height: EXAMINED_SIDE_PIXELS, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) return undefined;
  const map = importanceMapOf(data, info.width, info.height);
  raiseTextLines(map, textLines);
  const peak = middleOfPeak(saliencyMapOf(map));
  if (peak.value < MIN_DIFFERENCE) return undefined;
  const toHundredth = (value: number): number => Math.round(100 * value) / 100;
  return { x: toHundredth(peak.x), y: toHundredth(peak.y) };
}
