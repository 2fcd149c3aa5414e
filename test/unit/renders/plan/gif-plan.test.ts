import { describe, expect, it } from 'vitest';
import { planGifSlides } from '#features/renders/plan/gif-plan.ts';

/** The GIF of a video at 30 frames per second. @param seconds how long each slide stands */
function plan(...seconds: number[]) {
  let start = 0;
  const slides = seconds.map((length) => {
    const slide = { start_frame: Math.round(start * 30), frames: Math.round(length * 30) };
    start += length;
    return slide;
  });
  return planGifSlides({ slides, frames: Math.round(start * 30), fps: 30 });
}
const sum = (pictures: readonly { milliseconds: number }[]): number =>
  pictures.reduce((total, { milliseconds }) => total + milliseconds, 0);

describe('the GIF of a video', () => {
  it('has the length of a short video', () => {
    expect(plan(2, 2, 2).map(({ milliseconds }) => milliseconds)).toEqual([2000, 2000, 2000]);
  });

  it('shortens a longer one to 15 s: each slide has half a second, and of the rest its share', () => {
    expect(plan(10, 20)).toEqual([
      { slide: 0, milliseconds: 5160 },
      { slide: 1, milliseconds: 9840 },
    ]);
    expect(sum(plan(10, 20))).toBe(15_000);
  });

  it.each([
    [31, 3],
    [60, 10],
    [500, 28],
  ])('of %i slides shows 30, the first among them, spread evenly, for half a second each', (count, seconds) => {
    const pictures = plan(...Array.from({ length: count }, () => seconds));
    expect(pictures).toHaveLength(30);
    expect(pictures[0]?.slide).toBe(0);
    expect(new Set(pictures.map(({ milliseconds }) => milliseconds))).toEqual(new Set([500]));
    const steps = pictures.slice(1).map(({ slide }, place) => slide - (pictures[place]?.slide ?? 0));
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(1);
  });

  it.each([[[0.2]], [[0.2, 0.2, 0.2]], [[1, 1.1, 3.7]], [[14.9, 0.1, 0.1]]])(
    'is never longer than the video, and a hundredth shorter at most, also for %j',
    (seconds) => {
      const pictures = plan(...seconds);
      const whole = Math.min(15_000, seconds.reduce((total, one) => total + one, 0) * 1000);
      expect(sum(pictures)).toBeLessThanOrEqual(whole + 1e-6);
      expect(sum(pictures)).toBeGreaterThan(whole - 10.001);
      expect(pictures.every(({ milliseconds }) => milliseconds > 0 && milliseconds % 10 === 0)).toBe(true);
    },
  );
});
