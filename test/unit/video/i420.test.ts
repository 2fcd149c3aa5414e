import { expect, test } from 'vitest';
import { gstreamerI420, removeRowPadding, tightI420 } from '#test/ci/i420.ts';

test('the same picture in padded and in tight rows is cropped to the same bytes', () => {
  const [width, height] = [6, 4];
  const padded = gstreamerI420(width, height);
  const picture = Buffer.alloc(padded.bytes, 0xee);
  let sample = 0;
  for (const plane of padded.planes) {
    for (let row = 0; row < plane.rows; row++) {
      for (let x = 0; x < plane.width; x++) picture[plane.start + row * plane.stride + x] = sample++;
    }
  }
  const tight = Buffer.from(Array.from({ length: 36 }, (_, i) => i));
  expect(tightI420(width, height).bytes).toBe(36);
  expect(padded.bytes).toBe(8 * 4 + 2 * (4 * 2));
  expect(removeRowPadding(picture, padded)).toEqual(tight);
  expect(removeRowPadding(tight, tightI420(width, height))).toEqual(tight);
});

test('854 pixels, no multiple of four, are padded by GStreamer and not by ffmpeg', () => {
  expect(gstreamerI420(854, 480).planes.map(({ stride }) => stride)).toEqual([856, 428, 428]);
  expect(tightI420(854, 480).planes.map(({ stride }) => stride)).toEqual([854, 427, 427]);
});
