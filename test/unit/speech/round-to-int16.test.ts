import { expect, it } from 'vitest';
import { roundToInt16 } from '#engine/speech/round-to-int16.ts';

it.each([
  [0.4, 0],
  [0.5, 1],
  [-0.4, -0],
  [-0.6, -1],
  [32_767.4, 32_767],
  [40_000, 32_767],
  [-32_768.4, -32_768],
  [-1e9, -32_768],
])('rounds %d to %d', (value, rounded) => {
  expect(roundToInt16(value) + 0).toBe(rounded + 0);
});
