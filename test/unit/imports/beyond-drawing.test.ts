import { expect, it } from 'vitest';
import { reasonNotToDrawSlide } from '#app/sandbox/reason-not-to-draw-slide.ts';

const USUAL = { letters: 2000, cells: 300, points: 5000, series: 12 };

it('a slide of a usual amount is drawn as it is', () => {
  expect(reasonNotToDrawSlide(USUAL)).toBeUndefined();
});

it.each([
  [
    'letters',
    { letters: 100_000 },
    'it has 100,000 letters: slides with up to 20,000 can be drawn in their original look',
  ],
  [
    'cells',
    { cells: 60_000 },
    'it has 60,000 cells in tables: slides with up to 2,000 can be drawn in their original look',
  ],
  [
    'points',
    { points: 40_000 },
    'it has 40,000 values in charts: slides with up to 20,000 can be drawn in their original look',
  ],
  [
    'series',
    { series: 2000 },
    'it has 2,000 series in charts: slides with up to 200 can be drawn in their original look',
  ],
])('a slide with too many %s is not, for a reason with both numbers', (_, extent, reason) => {
  expect(reasonNotToDrawSlide({ ...USUAL, ...extent })).toBe(reason);
});
