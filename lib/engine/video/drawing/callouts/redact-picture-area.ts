import type { RawPicture } from '../../picture.ts';
import type { LayoutBox } from '../layout/boxes.ts';

/** The side of the blocks of one colour, as fractions of the short side of the picture and of the area: the longer one is used. */
const BLOCK_SIDE = { ofPicture: 0.09, ofArea: 0.5 };
/** Passes of the box filter: two are close to a Gaussian blur. */
const PASSES = 2;

/** The mean colours of the blocks of a box, row by row: red, green, blue and the number of pixels of each. */
function blockColors({ rgba, width }: RawPicture, box: LayoutBox, columns: number, rows: number): Float64Array {
  const sums = new Float64Array(columns * rows * 4);
  for (let y = 0; y < box.height; y++) {
    const row = Math.floor((y * rows) / box.height) * columns;
    for (let x = 0; x < box.width; x++) {
      const sumOffset = (row + Math.floor((x * columns) / box.width)) * 4;
      const pixelOffset = ((box.y + y) * width + box.x + x) * 4;
      for (let channel = 0; channel < 3; channel++)
        sums[sumOffset + channel] = (sums[sumOffset + channel] ?? 0) + (rgba[pixelOffset + channel] ?? 0);
      sums[sumOffset + 3] = (sums[sumOffset + 3] ?? 0) + 1;
    }
  }
  return sums.map((sum, i) => (i % 4 === 3 ? sum : sum / Math.max(1, sums[i - (i % 4) + 3] ?? 1)));
}

/**
 * Writes the means of the `2 * radius + 1` values around each of `count` values; beyond the ends, the last value is repeated.
 * @param start index of the first value, and `step` from one to the next, in `from` and in `to`
 */
function writeMeansOfLine(
  from: Float64Array,
  to: Float64Array,
  start: number,
  count: number,
  step: number,
  radius: number,
) {
  const valueAt = (i: number): number => from[start + Math.min(Math.max(i, 0), count - 1) * step] ?? 0;
  let sum = 0;
  for (let i = -radius; i <= radius; i++) sum += valueAt(i);
  for (let i = 0; i < count; i++) {
    to[start + i * step] = sum / (2 * radius + 1);
    sum += valueAt(i + radius + 1) - valueAt(i - radius);
  }
}

/**
 * Makes an area of a picture unreadable: it is reduced to the mean colours of large blocks, which are then blurred into one another.
 * Nothing else of the area is left, so no program can bring its letters back. Nothing outside the area changes. Changes the picture in
 * place.
 */
export function redactPictureArea(picture: RawPicture, box: LayoutBox): void {
  const shortSide = Math.min(picture.width, picture.height);
  const blockSide = Math.max(2, BLOCK_SIDE.ofPicture * shortSide, BLOCK_SIDE.ofArea * Math.min(box.width, box.height));
  const columns = Math.max(1, Math.round(box.width / blockSide));
  const rows = Math.max(1, Math.round(box.height / blockSide));
  const colors = blockColors(picture, box, columns, rows);
  const reach = Math.max(1, Math.round(blockSide / 2));
  const values = new Float64Array(box.width * box.height);
  const rowMeans = new Float64Array(values.length);
  for (let channel = 0; channel < 3; channel++) {
    for (let y = 0, index = 0; y < box.height; y++)
      for (let x = 0; x < box.width; x++, index++) {
        const block = Math.floor((y * rows) / box.height) * columns + Math.floor((x * columns) / box.width);
        values[index] = colors[block * 4 + channel] ?? 0;
      }
    for (let pass = 0; pass < PASSES; pass++) {
      for (let y = 0; y < box.height; y++) writeMeansOfLine(values, rowMeans, y * box.width, box.width, 1, reach);
      for (let x = 0; x < box.width; x++) writeMeansOfLine(rowMeans, values, x, box.height, box.width, reach);
    }
    for (let y = 0, index = 0; y < box.height; y++)
      for (let x = 0; x < box.width; x++, index++)
        picture.rgba[((box.y + y) * picture.width + box.x + x) * 4 + channel] = Math.round(values[index] ?? 0);
  }
}
