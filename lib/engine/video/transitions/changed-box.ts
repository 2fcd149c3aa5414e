import { allocateYuvPicture, planeLayoutsOfYuvPicture, type RawPicture, type YuvPicture } from '../picture.ts';

/** A box with even position and sides, in pixels from the top left corner, so that it covers whole samples of chroma. */
export interface EvenBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

const isRangeDifferent = (a: Uint8Array, b: Uint8Array, start: number, end: number): boolean =>
  Buffer.compare(a.subarray(start, end), b.subarray(start, end)) !== 0;

const roundUpToEven = (value: number): number => value + (value % 2);

/** The box of whole pairs of pixels around an area; `right` and `bottom` are exclusive. */
function boxOfPixelPairs({ left, top, right, bottom }: Record<'left' | 'top' | 'right' | 'bottom', number>): EvenBox {
  const [x, y] = [left - (left % 2), top - (top % 2)];
  return { x, y, width: roundUpToEven(right) - x, height: roundUpToEven(bottom) - y };
}

/** The smallest box outside of which two pictures of one size are equal; undefined if they are equal. */
export function findBoxOfChangedSamples(from: YuvPicture, to: YuvPicture): EvenBox | undefined {
  let [left, top, right, bottom] = [from.width, from.height, 0, 0];
  for (const { offset, width, height, every } of planeLayoutsOfYuvPicture(from))
    for (let y = 0; y < height; y++) {
      const rowStart = offset + y * width;
      if (!isRangeDifferent(from.data, to.data, rowStart, rowStart + width)) continue;
      let [firstColumn, lastColumn] = [0, width - 1];
      while (from.data[rowStart + firstColumn] === to.data[rowStart + firstColumn]) firstColumn++;
      while (from.data[rowStart + lastColumn] === to.data[rowStart + lastColumn]) lastColumn--;
      left = Math.min(left, firstColumn * every);
      right = Math.max(right, (lastColumn + 1) * every);
      top = Math.min(top, y * every);
      bottom = Math.max(bottom, (y + 1) * every);
    }
  return right === 0 ? undefined : boxOfPixelPairs({ left, top, right, bottom });
}

/** The rows of a box: their offsets in the data of the whole picture (`at`) and of the cropped one (`in`), and their length. */
const rowsOf = function* (box: EvenBox, size: { width: number; height: number }) {
  const [planes, boxPlanes] = [planeLayoutsOfYuvPicture(size), planeLayoutsOfYuvPicture(box)];
  for (const [i, plane] of planes.entries()) {
    const boxPlane = boxPlanes[i] ?? plane;
    const corner = plane.offset + (box.y / plane.every) * plane.width + box.x / plane.every;
    for (let y = 0; y < boxPlane.height; y++)
      yield { at: corner + y * plane.width, in: boxPlane.offset + y * boxPlane.width, length: boxPlane.width };
  }
};

const RGBA_BYTES = 4;
/** The distance in pixels up to which a pixel changes others when a picture is converted to 4:2:0. */
const REACH = 4;

/** A box of whole pairs of pixels outside of which two drawn pictures of one size are equal in 4:2:0; undefined if they are equal. */
export function boxOfChangedPixels(from: RawPicture, to: RawPicture): EvenBox | undefined {
  const { width, height } = from;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    const rowStart = y * width * RGBA_BYTES;
    if (!isRangeDifferent(from.rgba, to.rgba, rowStart, rowStart + width * RGBA_BYTES)) continue;
    let [firstByte, lastByte] = [0, width * RGBA_BYTES - 1];
    while (from.rgba[rowStart + firstByte] === to.rgba[rowStart + firstByte]) firstByte++;
    while (from.rgba[rowStart + lastByte] === to.rgba[rowStart + lastByte]) lastByte--;
    left = Math.min(left, Math.floor(firstByte / RGBA_BYTES));
    right = Math.max(right, Math.floor(lastByte / RGBA_BYTES) + 1);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  if (right === 0) return undefined;
  return boxOfPixelPairs({
    left: Math.max(left - REACH, 0),
    top: Math.max(top - REACH, 0),
    right: Math.min(right + REACH, width),
    bottom: Math.min(bottom + REACH, height),
  });
}

/** Copies the part of a picture within a box into a new picture. */
export function cropYuvPicture(picture: YuvPicture, box: EvenBox): YuvPicture {
  const part = allocateYuvPicture(box);
  for (const row of rowsOf(box, picture)) part.data.set(picture.data.subarray(row.at, row.at + row.length), row.in);
  return part;
}

/** A picture with a part of it replaced, in its own memory. */
export function yuvPictureWithReplacedPart(picture: YuvPicture, part: YuvPicture, box: EvenBox): YuvPicture {
  const result = allocateYuvPicture(picture);
  result.data.set(picture.data);
  for (const row of rowsOf(box, picture)) result.data.set(part.data.subarray(row.in, row.in + row.length), row.at);
  return result;
}
