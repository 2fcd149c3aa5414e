import type { PictureDimensions } from '#engine/video/format.ts';

/** Pixels that differ by more than this in a channel, of 255, are ink. */
const INK = 100;

/** Pixels in which two pictures in RGBA differ, a byte for each: 1 where they do. Colours of pixels that are not seen are equal. */
export function differences(a: Uint8Array, b: Uint8Array): Uint8Array {
  const differs = new Uint8Array(a.length / 4);
  for (let pixel = 0, at = 0; at < a.length; pixel++, at += 4) {
    const [alphaA = 0, alphaB = 0] = [a[at + 3], b[at + 3]];
    let most = Math.abs(alphaA - alphaB);
    if (alphaA > 0 && alphaB > 0)
      for (let channel = at; channel < at + 3; channel++) {
        const step = (Math.abs((a[channel] ?? 0) - (b[channel] ?? 0)) * Math.min(alphaA, alphaB)) / 255;
        if (step > most) most = step;
      }
    if (most > INK) differs[pixel] = 1;
  }
  return differs;
}

/** Number of pixels with ink. */
export function inkCount(ink: Uint8Array): number {
  let count = 0;
  for (const pixel of ink) count += pixel;
  return count;
}

/** Pixels of this alpha are within letters. */
const SOLID = 230;

/** Number of pixels of letters that cannot be seen in a picture: it is there the same as without the letters. @param letters the letters alone */
export function coveredCount(letters: Uint8Array, picture: Uint8Array, without: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < letters.length; at += 4)
    if ((letters[at + 3] ?? 0) > SOLID && [0, 1, 2, 3].every((i) => picture[at + i] === without[at + i])) count++;
  return count;
}

/** Where a block has ink: pixels of the picture, and for each row that has some, the first and last column. */
export interface BlockInk {
  count: number;
  rows: Map<number, { from: number; to: number }>;
}

/**
 * The ink of each block, from pictures in which half of the blocks are seen: block `i` in picture `b` of `shown` if bit `b` of `i + 1` is set, in the same
 * of `others` if not. `shared`: pixels in which two blocks have ink, with the number of which it was decoded.
 */
export function decodeInk(
  shown: readonly Uint8Array[],
  others: readonly Uint8Array[],
  { width, height }: PictureDimensions,
): { blocks: Map<number, BlockInk>; shared: { x: number; y: number }[] } {
  const blocks = new Map<number, BlockInk>();
  const shared: { x: number; y: number }[] = [];
  for (let pixel = 0; pixel < width * height; pixel++) {
    // Each block is in one picture of the first pair.
    if (shown[0]?.[pixel] !== 1 && others[0]?.[pixel] !== 1) continue;
    let [code, isInk, isShared] = [0, false, false];
    for (const [bit, picture] of shown.entries()) {
      const [has, hasOther] = [picture[pixel] === 1, others[bit]?.[pixel] === 1];
      if (has) code |= 1 << bit;
      isInk ||= has || hasOther;
      isShared ||= has && hasOther;
    }
    if (!isInk) continue;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    if (isShared) {
      shared.push({ x, y });
      continue;
    }
    const block = blocks.get(code - 1) ?? { count: 0, rows: new Map() };
    blocks.set(code - 1, block);
    block.count++;
    const row = block.rows.get(y);
    if (row) row.to = x;
    else block.rows.set(y, { from: x, to: x });
  }
  return { blocks, shared };
}

/** Reports in how many rows the spans of two blocks meet. */
export function rowsShared(a: BlockInk, b: BlockInk): number {
  let count = 0;
  for (const [y, { from, to }] of a.rows) {
    const other = b.rows.get(y);
    if (other && other.from <= to && from <= other.to) count++;
  }
  return count;
}
