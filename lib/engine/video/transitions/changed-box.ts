import { blankPicture, planesOf, type YuvPicture } from '../picture.ts';

/** A box with even position and sides, in pixels from the top left corner, so that it covers whole samples of chroma. */
export interface EvenBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

const differs = (a: Uint8Array, b: Uint8Array, start: number, end: number): boolean =>
  Buffer.compare(a.subarray(start, end), b.subarray(start, end)) !== 0;

/** The smallest box outside of which two pictures of one size are equal; undefined if they are equal. */
export function changedBox(from: YuvPicture, to: YuvPicture): EvenBox | undefined {
  let [left, top, right, bottom] = [from.width, from.height, 0, 0];
  for (const { offset, width, height, every } of planesOf(from))
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
  if (right === 0) return undefined;
  const even = (value: number): number => value + (value % 2);
  const [x, y] = [left - (left % 2), top - (top % 2)];
  return { x, y, width: even(right) - x, height: even(bottom) - y };
}

const rowsOf = function* (box: EvenBox, size: { width: number; height: number }) {
  const [whole, part] = [planesOf(size), planesOf(box)];
  for (const [i, plane] of whole.entries()) {
    const inside = part[i] ?? plane;
    const corner = plane.offset + (box.y / plane.every) * plane.width + box.x / plane.every;
    for (let y = 0; y < inside.height; y++)
      yield { at: corner + y * plane.width, in: inside.offset + y * inside.width, length: inside.width };
  }
};

/** A part of a picture, as a picture. */
export function cropped(picture: YuvPicture, box: EvenBox): YuvPicture {
  const part = blankPicture(box);
  for (const row of rowsOf(box, picture)) part.data.set(picture.data.subarray(row.at, row.at + row.length), row.in);
  return part;
}

/** A picture with a part of it replaced, in its own memory. */
export function withPart(picture: YuvPicture, part: YuvPicture, box: EvenBox): YuvPicture {
  const result = blankPicture(picture);
  result.data.set(picture.data);
  for (const row of rowsOf(box, picture)) result.data.set(part.data.subarray(row.in, row.in + row.length), row.at);
  return result;
}
