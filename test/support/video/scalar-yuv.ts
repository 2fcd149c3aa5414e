import { allocateYuvPicture, pixelsAsWords, type RawPicture, type YuvPicture } from '#engine/video/picture.ts';

// BT.709 (ITU-R BT.709-6, items 3.2 to 3.4) from full-range RGB to limited-range Y'CbCr, times 2^15, rounded as in swscale:
// naive encodes go through it.
const [YR, YG, YB] = [5983, 20127, 2032];
const [UR, UG, UB] = [-3298, -11094, 14392];
const [VR, VG, VB] = [14392, -13072, -1320];

// In two steps as swscale: to 6 fractional bits and from there to none, each rounded.
const LUMA_OFFSET = (16 << 15) + (1 << 8) + (1 << 14);
// Two pixels are added up: a bit more to drop.
const CHROMA_OFFSET = (128 << 16) + (1 << 9);
const CHROMA_SHIFT = 10;

/**
 * swscale's bicubic kernel (B = 0, C = 0.6) for half the height: at 0.25, 0.75, 1.25 and 1.75 rows, times 2^12, rounded so
 * that the errors cancel out.
 */
const [W0, W1, W2, W3] = [1786, 492, -172, -58];
/** swscale's vector code drops the remainder of each tap and adds this to make up for it; flat colours need it too, to be the same. */
const ROWS_OFFSET = 7;
/** Rows that the kernel takes beyond the picture, on each side; they are like the outermost one. */
const MARGIN = 3;

/**
 * Opaque sRGB to 4:2:0, as swscale does it with the filters of the encodes: the mean of pairs of columns, a bicubic kernel
 * in rows. One pixel at a time: what `rgbToYuv420` is compared with.
 */
export function scalarYuv({ width, height, rgba }: RawPicture): YuvPicture {
  const picture = allocateYuvPicture({ width, height });
  const { data } = picture;
  const pixels = pixelsAsWords(rgba);
  const half = width / 2;
  const us = new Int16Array(half * (height + 2 * MARGIN));
  const vs = new Int16Array(us.length);
  let at = 0;
  let to = MARGIN * half;
  for (const end = width * height; at < end; at += 2, to++) {
    const p = pixels[at] ?? 0;
    const q = pixels[at + 1] ?? 0;
    const r0 = p & 255;
    const g0 = (p >> 8) & 255;
    const b0 = (p >> 16) & 255;
    data[at] = (r0 * YR + g0 * YG + b0 * YB + LUMA_OFFSET) >> 15;
    const r1 = q & 255;
    const g1 = (q >> 8) & 255;
    const b1 = (q >> 16) & 255;
    data[at + 1] = (r1 * YR + g1 * YG + b1 * YB + LUMA_OFFSET) >> 15;
    const r = r0 + r1;
    const g = g0 + g1;
    const b = b0 + b1;
    us[to] = (r * UR + g * UG + b * UB + CHROMA_OFFSET) >> CHROMA_SHIFT;
    vs[to] = (r * VR + g * VG + b * VB + CHROMA_OFFSET) >> CHROMA_SHIFT;
  }
  const chroma = width * height;
  halveRows(us, half, data.subarray(chroma, chroma * 1.25));
  halveRows(vs, half, data.subarray(chroma * 1.25));
  return picture;
}

function halveRows(rows: Int16Array, width: number, out: Uint8Array): void {
  for (let row = 0; row < MARGIN; row++) {
    rows.copyWithin(row * width, MARGIN * width, (MARGIN + 1) * width);
    const last = rows.length - (MARGIN + 1) * width;
    rows.copyWithin(last + (row + 1) * width, last, last + width);
  }
  const clamped = new Uint8ClampedArray(out.buffer, out.byteOffset, out.length);
  for (let i = 0, at = 0; i < out.length; at += width) {
    for (const end = i + width; i < end; i++, at++) {
      const sum =
        (((rows[at] ?? 0) * W3) >> 15) +
        (((rows[at + width] ?? 0) * W2) >> 15) +
        (((rows[at + 2 * width] ?? 0) * W1) >> 15) +
        (((rows[at + 3 * width] ?? 0) * W0) >> 15) +
        (((rows[at + 4 * width] ?? 0) * W0) >> 15) +
        (((rows[at + 5 * width] ?? 0) * W1) >> 15) +
        (((rows[at + 6 * width] ?? 0) * W2) >> 15) +
        (((rows[at + 7 * width] ?? 0) * W3) >> 15);
      clamped[i] = (sum + ROWS_OFFSET) >> 3;
    }
  }
}
