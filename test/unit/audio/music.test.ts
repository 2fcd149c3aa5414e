import { describe, expect, test } from 'vitest';
import {
  fillMusicGains,
  type MusicGainCurves,
  planMusicGainCurves,
  sliceGainCurve,
} from '#engine/video/audio/ducking.ts';
import { canonicalLoopSample, musicLoopPosition, neededMusicSampleRange } from '#engine/video/audio/music-loop.ts';
import type { SoundtrackCue, SoundtrackMusic } from '#engine/video/audio/soundtrack.ts';
import { mixSpeechOverSounds, softLimitSample } from '#engine/video/audio/soundtrack-pcm.ts';

const SECOND = 48_000;
const music: SoundtrackMusic = {
  source: 'song',
  samples: 30 * SECOND,
  channels: 1,
  volume: 1,
  loop: true,
  fadeInSeconds: 0,
  fadeOutSeconds: 0,
  duck: true,
};
const gainOf = (
  change: Partial<SoundtrackMusic>,
  cues: SoundtrackCue[] = [],
  totalSamples = 60 * SECOND,
): MusicGainCurves => {
  const gain = planMusicGainCurves({ codec: 'aac', totalSamples, cues, music: { ...music, ...change } });
  if (!gain) throw new Error('there is music');
  return gain;
};
/** In decibels, at a time in seconds. */
const level = (gain: MusicGainCurves, seconds: number): number => {
  const one = new Float64Array(1);
  fillMusicGains(gain, Math.round(seconds * SECOND), one);
  return 20 * Math.log10(one[0] ?? 0);
};
const speech = (start: number, seconds: number): SoundtrackCue => ({
  source: 's',
  startSample: start * SECOND,
  samples: seconds * SECOND,
});

describe('ducking', () => {
  const gain = gainOf({}, [speech(10, 2), speech(13, 1), speech(20, 1)]);

  test.each([
    ['is not there long before speech', 9.7, 0],
    ['goes half the way down 125 ms before', 9.875, -7],
    ['is all down at the first word', 10, -14],
    ['stays down in a rest of a second', 12.5, -14],
    ['comes up within 600 ms', 14.3, -7],
    ['is over then', 14.6, 0],
    ['comes again', 20.5, -14],
  ])('%s', (_, seconds, decibels) => {
    expect(level(gain, seconds)).toBeCloseTo(decibels, 2);
  });

  test('starts in the middle of its way where speech comes at once', () => {
    expect(level(gainOf({}, [speech(0.125, 1)]), 0)).toBeCloseTo(-7, 2);
  });

  test('is not there when it is not wanted', () => {
    expect(level(gainOf({ duck: false }, [speech(10, 2)]), 11)).toBe(0);
  });

  test('is the same sample for sample whichever stretch it is computed in', () => {
    const whole = new Float64Array(16 * SECOND);
    fillMusicGains(gain, 0, whole);
    for (const [from, length] of [
      [470_400, 1000],
      [14 * SECOND + 7, 48_000],
      [0, 5],
    ] as const) {
      const stretch = new Float64Array(length);
      fillMusicGains(gain, from, stretch);
      expect(stretch).toEqual(whole.slice(from, from + length));
    }
  });
});

describe('fades', () => {
  test('go from nothing and to nothing, at the end of the video', () => {
    const gain = gainOf({ fadeInSeconds: 2, fadeOutSeconds: 4 });
    const amplitudes = [0, 1, 2, 56, 58, 60].map((seconds) => 10 ** (level(gain, seconds) / 20));
    expect(amplitudes.map((value) => Number(value.toFixed(6)))).toEqual([0, 0.5, 1, 1, 0.5, 0]);
  });

  test('end with music that ends before the video', () => {
    const gain = gainOf({ loop: false, fadeOutSeconds: 4 });
    expect(level(gain, 28)).toBeCloseTo(-6.02, 2);
    expect(level(gain, 40)).toBe(Number.NEGATIVE_INFINITY);
  });

  test('meet where the video is shorter than both', () => {
    const gain = gainOf({ fadeInSeconds: 3, fadeOutSeconds: 1 }, [], 2 * SECOND);
    expect(level(gain, 1.5)).toBe(0);
    expect(level(gain, 0.75)).toBeCloseTo(-6.02, 2);
  });
});

test('of a curve only what decides about a stretch is kept, relative to it', () => {
  const curve = [10, 20, 30, 40, 50].map((sample) => ({ sample, gain: sample / 100 }));
  expect(sliceGainCurve(curve, 25, 35).map(({ sample }) => sample)).toEqual([-5, 5, 15]);
  expect(sliceGainCurve(curve, 0, 5)).toEqual([{ sample: 5, gain: 0.1 }]);
  expect(sliceGainCurve(curve, 60, 70)).toEqual([{ sample: 0, gain: 0.5 }]);
  // level: how far away its ends are does not matter
  const level = [0, 100].map((sample) => ({ sample, gain: 1 }));
  expect(sliceGainCurve(level, 40, 50).map(({ sample }) => sample)).toEqual([0, 10]);
});

describe('music that comes round again', () => {
  const song = { samples: 1000, loop: true };

  test('starts over its own ending, a quarter of it at most', () => {
    expect(musicLoopPosition(song, 749)).toEqual({ sample: 749 });
    expect(musicLoopPosition(song, 750)).toEqual({ sample: 0, ending: { sample: 750, share: 0 } });
    expect(musicLoopPosition(song, 875)).toEqual({ sample: 125, ending: { sample: 875, share: 0.5 } });
    expect(musicLoopPosition(song, 1000)).toEqual({ sample: 250 });
    expect(musicLoopPosition(song, 1625)).toEqual({ sample: 125, ending: { sample: 875, share: 0.5 } });
  });

  test('sounds the same every time round but the first', () => {
    expect([0, 100, 800, 1550, 7550].map((at) => canonicalLoopSample(song, at))).toEqual([0, 100, 800, 800, 800]);
  });

  test.each([
    [{ samples: 1000, loop: false }, 100, 300, { first: 100, end: 300 }],
    [{ samples: 1000, loop: false }, 900, 1300, { first: 900, end: 1000 }],
    [{ samples: 1000, loop: false }, 1100, 1300, { first: 1000, end: 1000 }],
    [song, 100, 750, { first: 100, end: 750 }],
    [song, 100, 751, { first: 0, end: 1000 }],
    [song, 800, 900, { first: 0, end: 1000 }],
    [song, 1000, 1500, { first: 250, end: 750 }],
    [song, 1000, 1501, { first: 0, end: 1000 }],
  ])('%o from %i to %i needs %o', (of, from, to, needed) => {
    expect(neededMusicSampleRange(of, from, to)).toEqual(needed);
  });
});

describe('the sum', () => {
  test('is speech as it was where no music is, up to −1.5 dB', () => {
    const words = Int16Array.from([0, 1, -1, 12_345, -27_500, 27_500]);
    const silent = { music: new Float64Array(0), channels: 1, volume: 1, gain: { fade: [], duck: [] } } as const;
    expect(mixSpeechOverSounds({ ...silent, speech: words, music: new Float32Array(6) }, 0)).toEqual(words);
  });

  test('never reaches full scale, however loud both are', () => {
    const loud = { speech: Int16Array.from([32_767, -32_768]), music: Float32Array.from([32_767, -32_768]) };
    const [high, low] = mixSpeechOverSounds({ ...loud, channels: 1, volume: 1, gain: { fade: [], duck: [] } }, 0);
    expect(high).toBeLessThan(0.951 * 32_768);
    expect(low).toBeGreaterThan(-0.951 * 32_768);
  });

  test('has speech in the middle and music on its sides', () => {
    const stereo = { speech: Int16Array.from([1000, 2000]), music: Float32Array.from([100, -100, 200, 0]) };
    const gain = { fade: [], duck: [{ sample: 0, gain: 0.5 }] };
    // by hand: half the volume, half the gain, −1.5 dB: 0.25 × 0.8414
    expect([...mixSpeechOverSounds({ ...stereo, channels: 2, volume: 0.5, gain }, 0)]).toEqual([1021, 979, 2042, 2000]);
  });

  test('is bent smoothly: what is louder stays louder', () => {
    const values = Array.from({ length: 200 }, (_, i) => softLimitSample(i / 100));
    expect(values.slice(0, 86)).toEqual(Array.from({ length: 86 }, (_, i) => i / 100));
    for (const [i, value] of values.entries()) {
      expect(value).toBeLessThanOrEqual(0.95);
      if (i > 0 && i < 130) expect(value).toBeGreaterThan(values[i - 1] ?? 1);
    }
  });
});
