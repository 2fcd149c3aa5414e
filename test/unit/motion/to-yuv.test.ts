import { expect, it } from 'vitest';
import { rgbToYuv420 } from '#engine/video/motion/rgb-to-yuv420.ts';
import { noiseBytes } from '#test/support/samples/yuv-pictures.ts';
import { scalarYuv } from '#test/support/video/scalar-yuv.ts';

function filled(width: number, height: number, pixel: readonly number[], shift = 0) {
  const bytes = new Uint8Array(shift + width * height * 4);
  const rgba = bytes.subarray(shift);
  for (let i = 0; i < rgba.length; i++) rgba[i] = pixel[i % 4] ?? 0;
  return { width, height, rgba };
}

// ITU-R BT.709-6, table 3.4 rounded: Y' = 16 + 219 (0.2126 R + 0.7152 G + 0.0722 B), and so on.
it.each([
  ['black', [0, 0, 0, 255], [16, 128, 128]],
  ['white', [255, 255, 255, 255], [235, 128, 128]],
  ['red', [255, 0, 0, 255], [63, 102, 240]],
  ['green', [0, 255, 0, 255], [173, 42, 26]],
  ['blue', [0, 0, 255, 255], [32, 240, 118]],
])('%s has the levels of BT.709 in limited range', (_name, pixel, [y, cb, cr]) => {
  const { data } = rgbToYuv420(filled(16, 8, pixel));
  expect(new Set(data.subarray(0, 128))).toEqual(new Set([y]));
  expect(new Set(data.subarray(128, 160))).toEqual(new Set([cb]));
  expect(new Set(data.subarray(160))).toEqual(new Set([cr]));
});

it('takes pixels that do not start on a word', () => {
  const aligned = rgbToYuv420(filled(6, 4, [10, 200, 30, 255]));
  expect(rgbToYuv420(filled(6, 4, [10, 200, 30, 255], 3)).data).toEqual(aligned.data);
});

it('refuses sides that 4:2:0 cannot halve', () => {
  expect(() => rgbToYuv420(filled(5, 4, [0, 0, 0, 255]))).toThrow(RangeError);
  expect(() => rgbToYuv420(filled(4, 5, [0, 0, 0, 255]))).toThrow(RangeError);
});

// One strip, several, a last one of two rows, and rows that do not fill a vector.
it.each([
  [2, 2],
  [6, 4],
  [16, 8],
  [22, 3000],
  [4302, 66],
  [1080, 62],
])('gives, pixel for pixel, what one pixel at a time gives: %i x %i', (width, height) => {
  const rgba = noiseBytes(width * height * 4, width + height);
  const extremes = rgba.map((value, i) => (Math.floor(i / 4096) % 2 === 0 ? value : value < 128 ? 0 : 255));
  const picture = { width, height, rgba: extremes };
  expect(Buffer.compare(rgbToYuv420(picture).data, scalarYuv(picture).data)).toBe(0);
});

it('gives the same where rows repeat and where they do not', () => {
  const [width, height] = [40, 1800];
  const rgba = noiseBytes(width * height * 4, 5);
  // Runs of 1 to 60 equal rows, which start and end anywhere in strips and kernels.
  for (let row = 0, length = 1; row + length < height; row += length, length = (length % 60) + 1) {
    const rowBytes = width * 4;
    for (let next = row + 1; next < row + length; next++)
      rgba.copyWithin(next * rowBytes, row * rowBytes, (row + 1) * rowBytes);
  }
  for (const rows of [height, 2, 6, 14, 100]) {
    const picture = { width, height: rows, rgba: rgba.subarray(0, rows * width * 4) };
    expect(Buffer.compare(rgbToYuv420(picture).data, scalarYuv(picture).data)).toBe(0);
  }
});

it('replaces the bytes of a picture that it is given', () => {
  const [one, other] = [3, 4].map((seed) => ({ width: 12, height: 10, rgba: noiseBytes(480, seed) }));
  if (!one || !other) throw new RangeError('two pictures');
  const picture = rgbToYuv420(one);
  expect(rgbToYuv420(other, picture)).toBe(picture);
  expect(Buffer.compare(picture.data, scalarYuv(other).data)).toBe(0);
});
