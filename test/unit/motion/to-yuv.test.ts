import { expect, it } from 'vitest';
import { toYuv } from '../../../lib/video/motion/to-yuv.ts';

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
  const { data } = toYuv(filled(16, 8, pixel));
  expect(new Set(data.subarray(0, 128))).toEqual(new Set([y]));
  expect(new Set(data.subarray(128, 160))).toEqual(new Set([cb]));
  expect(new Set(data.subarray(160))).toEqual(new Set([cr]));
});

it('takes pixels that do not begin on a word', () => {
  const aligned = toYuv(filled(6, 4, [10, 200, 30, 255]));
  expect(toYuv(filled(6, 4, [10, 200, 30, 255], 3)).data).toEqual(aligned.data);
});

it('refuses sides that 4:2:0 cannot halve', () => {
  expect(() => toYuv(filled(5, 4, [0, 0, 0, 255]))).toThrow(RangeError);
  expect(() => toYuv(filled(4, 5, [0, 0, 0, 255]))).toThrow(RangeError);
});
