import { createYuvPicture, planesOfYuvPicture, type RawPicture, type YuvPicture } from '../picture.ts';

/** A box with even position and sides, in pixels from the top left corner, so that it covers whole samples of chroma. */
export interface EvenBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

const differs = (a: Uint8Array, b: Uint8Array, start: number, end: number): boolean =>
  Buffer.compare(a.subarray(start, end), b.subarray(start, end)) !== 0;

const even = (value: number): number => value + (value % 2);

/** The box of whole pairs of pixels around an area; `right` and `bottom` are exclusive. */
function pairsOf({ left, top, right, bottom }: Record<'left' | 'top' | 'right' | 'bottom', number>): EvenBox {
  const [x, y] = [left - (left % 2), top - (top % 2)];
  return { x, y, width: even(right) - x, height: even(bottom) - y };
}

/** The smallest box outside of which two pictures of one size are equal; undefined if they are equal. */
export function boxOfChangedSamples(from: YuvPicture, to: YuvPicture): EvenBox | undefined {
  let [left, top, right, bottom] = [from.width, from.height, 0, 0];
  for (const { offset, width, height, every } of planesOfYuvPicture(from))
    for (let y = 0; y < height; y++) {
      const row = offset + y * width;
      if (!differs(from.data, to.data, row, row + width)) continue;
      let [first, last] = [0, width - 1];
      while (from.data[row + first] === to.data[row + first]) first++;
      while (from.data[row + last] === to.data[row + last]) last--;
      left = Math.min(left, first * every);
      right = Math.max(right, (last + 1) * every);
      top = Math.min(top, y * every);
      bottom = Math.max(bottom, (y + 1) * every);
    }
  return right === 0 ? undefined : pairsOf({ left, top, right, bottom });
}

const rowsOf = function* (box: EvenBox, size: { width: number; height: number }) {
  const [whole, part] = [planesOfYuvPicture(size), planesOfYuvPicture(box)];
  for (const [i, plane] of whole.entries()) {
    const inside = part[i] ?? plane;
    const corner = plane.offset + (box.y / plane.every) * plane.width + box.x / plane.every;
    for (let y = 0; y < inside.height; y++)
      yield { at: corner + y * plane.width, in: inside.offset + y * inside.width, length: inside.width };
  }
};

const RGBA_BYTES = 4;
/** Pixels around a pixel that its colour reaches in 4:2:0. */
const REACH = 4;

/** A box of whole pairs of pixels outside of which two drawn pictures of one size are equal in 4:2:0; undefined if they are equal. */
export function boxOfChangedPixels(from: RawPicture, to: RawPicture): EvenBox | undefined {
  const { width, height } = from;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    const row = y * width * RGBA_BYTES;
    if (!differs(from.rgba, to.rgba, row, row + width * RGBA_BYTES)) continue;
    let [first, last] = [0, width * RGBA_BYTES - 1];
    while (from.rgba[row + first] === to.rgba[row + first]) first++;
    while (from.rgba[row + last] === to.rgba[row + last]) last--;
    left = Math.min(left, Math.floor(first / RGBA_BYTES));
    right = Math.max(right, Math.floor(last / RGBA_BYTES) + 1);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  if (right === 0) return undefined;
  return pairsOf({
    left: Math.max(left - REACH, 0),
    top: Math.max(top - REACH, 0),
    right: Math.min(right + REACH, width),
    bottom: Math.min(bottom + REACH, height),
  });
}

/** Copies the part of a picture within a box into a new picture. */
export function cropYuvPicture(picture: YuvPicture, box: EvenBox): YuvPicture {
  const part = createYuvPicture(box);
  for (const row of rowsOf(box, picture)) part.data.set(picture.data.subarray(row.at, row.at + row.length), row.in);
  return part;
}

/** A picture with a part of it replaced, in its own memory. */
export function yuvPictureWithReplacedPart(picture: YuvPicture, part: YuvPicture, box: EvenBox): YuvPicture {
  const result = createYuvPicture(picture);
  result.data.set(picture.data);
  for (const row of rowsOf(box, picture)) result.data.set(part.data.subarray(row.in, row.in + row.length), row.at);
  return result;
}
