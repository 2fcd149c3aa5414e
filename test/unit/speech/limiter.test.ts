import { describe, expect, test } from 'vitest';
import {
  applyLimiterGains,
  computeLimiterGains,
  LIMITER_BLOCK_SAMPLES,
  truePeaksOfBlocks,
} from '#engine/speech/limiter.ts';

const sine = (frequency: number, phase: number, length = 4800) =>
  Float32Array.from({ length }, (_, i) => 0.5 * Math.sin((2 * Math.PI * frequency * i) / 48_000 + phase));

describe('true peaks', () => {
  test('a peak between two samples is found', () => {
    // given a quarter of the sample rate, sampled at ±45°: no sample is higher than 0.354
    const wave = sine(12_000, Math.PI / 4);
    expect(Math.max(...wave)).toBeLessThan(0.36);
    const peaks = truePeaksOfBlocks(wave, 0, wave.length, 0.1).subarray(2, -2);
    for (const peak of peaks) expect(20 * Math.log10(peak / 0.5)).toBeCloseTo(0, 0.3);
  });

  test('a stretch of the middle is measured as within the whole', () => {
    const wave = sine(3000, 0.3);
    const whole = truePeaksOfBlocks(wave, 0, wave.length, 0.1);
    expect(truePeaksOfBlocks(wave, 10 * LIMITER_BLOCK_SAMPLES, 20 * LIMITER_BLOCK_SAMPLES, 0.1)).toEqual(
      whole.subarray(10, 20),
    );
  });
});

describe('the limiter', () => {
  test('leaves alone what is under the ceiling', () => {
    const wave = sine(440, 0);
    const edges = computeLimiterGains(truePeaksOfBlocks(wave, 0, wave.length, 0.1), 0.6);
    expect(edges.every((gain) => gain === 1)).toBe(true);
  });

  test('keeps a burst under the ceiling, starts before it and has let go 100 ms later', () => {
    // given 10 ms of loud sound within 300 ms of soft sound
    const wave = Float32Array.from(
      { length: 14_400 },
      (_, i) => (i >= 4800 && i < 5280 ? 0.9 : 0.1) * Math.sin(i / 10),
    );
    // when
    const edges = computeLimiterGains(truePeaksOfBlocks(wave, 0, wave.length, 0.1), 0.5);
    const out = applyLimiterGains(wave, 0, 1, edges);
    // then
    expect(Math.max(...out)).toBeLessThanOrEqual(0.5 * 32_768 + 1);
    expect(Math.max(...out.subarray(4800, 5280))).toBeGreaterThan(0.47 * 32_768);
    expect(edges[98]).toBeLessThan(1);
    expect(edges[90]).toBe(1);
    expect(edges[220]).toBe(1);
  });

  test('a stretch is treated as within the whole', () => {
    const wave = sine(440, 0);
    const edges = computeLimiterGains(truePeaksOfBlocks(wave, 0, wave.length, 0.1), 0.3);
    const whole = applyLimiterGains(wave, 0, 1.2, edges);
    expect(applyLimiterGains(wave.subarray(960, 1920), 960, 1.2, edges)).toEqual(whole.subarray(960, 1920));
  });

  test('nothing wraps around at full scale', () => {
    expect([...applyLimiterGains(Float32Array.of(2, -2), 0, 1, Float32Array.of(1, 1))]).toEqual([32_767, -32_768]);
  });
});
