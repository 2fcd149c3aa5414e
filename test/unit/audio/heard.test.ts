import { describe, expect, it } from 'vitest';
import { type Heard, levelBetween, longestSilence, onsetAfter, stepAt } from '#test/support/audio/measure-speech.ts';

const RATE = 48_000;
/** A tone of 200 Hz between two moments, silence around it. */
const tone = (from: number, to: number, fadeSeconds: number, seconds = 1): Heard => ({
  sampleRate: RATE,
  samples: Int16Array.from({ length: seconds * RATE }, (_, i) => {
    const at = i / RATE;
    if (at < from || at >= to) return 0;
    const fade = fadeSeconds === 0 ? 1 : Math.min(1, (at - from) / fadeSeconds, (to - at) / fadeSeconds);
    return 8000 * fade * Math.cos(2 * Math.PI * 200 * at);
  }),
});

describe('what is heard', () => {
  it('starts where sound starts, before or after the moment that is asked about', () => {
    expect(onsetAfter(tone(0.3, 0.6, 0.005), 0.3)).toBeCloseTo(0, 2);
    expect(onsetAfter(tone(0.3, 0.6, 0.005), 0.22)).toBeCloseTo(0.08, 2);
    expect(onsetAfter(tone(0.3, 0.6, 0.005), 0.35)).toBeCloseTo(-0.05, 2);
    expect(onsetAfter(tone(0.3, 0.6, 0.005), 0.7, { lookBack: 0 })).toBeUndefined();
  });

  it('has a level, and silences between sounds', () => {
    expect(levelBetween(tone(0, 1, 0), 0.1, 0.9)).toBeCloseTo(20 * Math.log10(8000 / Math.SQRT2 / 32_768), 1);
    expect(levelBetween(tone(0.3, 0.6, 0), 0.7, 0.9)).toBe(-120);
    expect(longestSilence(tone(0.3, 0.6, 0.005), 0, 1)).toBeCloseTo(0.4, 2);
  });

  it('clicks where a sound is cut off, not where it is faded', () => {
    expect(stepAt(tone(0.3, 0.6, 0), 0.3).isClick).toBe(true);
    expect(stepAt(tone(0, 1, 0), 0).isClick).toBe(true);
    expect(stepAt(tone(0.3, 0.6, 0.005), 0.3).isClick).toBe(false);
    expect(stepAt(tone(0.3, 0.6, 0.005), 0.6).isClick).toBe(false);
    expect(stepAt(tone(0, 1, 0), 0.5).isClick).toBe(false);
  });
});
