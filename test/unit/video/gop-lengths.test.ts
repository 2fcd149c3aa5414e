import { expect, test } from 'vitest';
import { splitHoldIntoGops } from '#engine/video/clips/placement.ts';

test.each([
  [1, 150, [1]],
  [150, 150, [150]],
  [151, 150, [75, 76]],
  [300, 150, [150, 150]],
  [301, 150, [100, 100, 101]],
  [3, 1, [1, 1, 1]],
])('%i frames in GOPs of at most %i', (frames, longest, lengths) => {
  expect(splitHoldIntoGops(frames, longest)).toEqual(lengths);
});

test('no GOP is longer than asked for, and no frame is lost', () => {
  for (let frames = 1; frames < 700; frames++) {
    const lengths = splitHoldIntoGops(frames, 120);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(120);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(frames);
    expect(lengths).toHaveLength(Math.ceil(frames / 120));
  }
});
