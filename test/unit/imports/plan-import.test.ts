import { expect, it } from 'vitest';
import { nearestFormat } from '#features/imports/plan-import.ts';

it.each([
  [16, 9, 'landscape'],
  [13.333, 7.5, 'landscape'],
  [4, 3, 'classic'],
  [9_144_000, 6_858_000, 'classic'],
  [362.835, 272.126, 'classic'],
  [792, 612, 'classic'],
  [1, 1, 'square'],
  [9, 16, 'portrait'],
  [4, 5, 'feed'],
  [16, 10, 'landscape'],
  [297, 210, 'landscape'],
  [3, 4, 'landscape'],
])('a page of %d:%d becomes %s', (width, height, format) => {
  expect(nearestFormat({ width, height })).toBe(format);
});
