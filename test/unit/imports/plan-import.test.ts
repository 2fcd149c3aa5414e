import { expect, it } from 'vitest';
import { nearestFormat } from '#features/imports/plan-import.ts';

it.each([
  [16, 9, 'landscape'],
  [4, 3, 'landscape'],
  [9_144_000, 6_858_000, 'landscape'],
  [1, 1, 'square'],
  [9, 16, 'portrait'],
  [3, 4, 'feed'],
])('the format nearest to %d:%d is %s', (width, height, format) => {
  expect(nearestFormat({ width, height })).toBe(format);
});
