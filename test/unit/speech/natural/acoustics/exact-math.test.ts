import { describe, expect, it } from 'vitest';
import {
  exactCosineAndSineOfTurns,
  exactExp,
  exactNaturalLogarithm,
} from '#engine/speech/natural/acoustics/exact-math.ts';

const between = (from: number, to: number): number[] =>
  Array.from({ length: 2001 }, (_, index) => from + ((to - from) * index) / 2000);

describe('exact functions', () => {
  it('are as exact as those of JavaScript', () => {
    for (const x of between(-20, 20)) expect(Math.abs(exactExp(x) / Math.exp(x) - 1)).toBeLessThan(1e-14);
    for (const x of between(1, 20_000)) expect(Math.abs(exactNaturalLogarithm(x) - Math.log(x))).toBeLessThan(1e-14);
    for (const x of between(-2, 2)) {
      const { cosine, sine } = exactCosineAndSineOfTurns(x);
      expect(Math.abs(cosine - Math.cos(2 * Math.PI * x))).toBeLessThan(1e-14);
      expect(Math.abs(sine - Math.sin(2 * Math.PI * x))).toBeLessThan(1e-14);
    }
  });
});
