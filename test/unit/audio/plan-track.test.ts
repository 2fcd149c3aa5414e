import { describe, expect, test } from 'vitest';
import { frameToSample, planTrack } from '../../../lib/video/audio/plan-track.ts';

const RATES = [
  [24, 2000],
  [25, 1920],
  [30, 1600],
  [50, 960],
  [60, 800],
] as const;

describe.each(RATES)('at %i frames a second', (fps, samplesPerFrame) => {
  test('every slide of an hour begins on the sample of its frame', () => {
    // given slides of 7 to 401 frames, an hour of them
    const spans: { startFrame: number; frames: number; audioSamples: number }[] = [];
    for (let startFrame = 0; startFrame < 3600 * fps; ) {
      const frames = Math.min(7 + ((spans.length * 131) % 395), 3600 * fps - startFrame);
      spans.push({ startFrame, frames, audioSamples: frames * samplesPerFrame - 1 });
      startFrame += frames;
    }
    // when
    const { cues, totalSamples } = planTrack(spans, fps);
    // then
    expect(totalSamples).toBe(3600 * 48_000);
    expect(cues.length).toBe(spans.length);
    for (const { slide, startSample, samples } of cues) {
      expect(startSample).toBe((spans[slide]?.startFrame ?? -1) * samplesPerFrame);
      expect(samples).toBe(spans[slide]?.audioSamples);
    }
  });
});

test('at a rate that divides no sample the error stays under half a sample after an hour', () => {
  const fps = 30_000 / 1001;
  for (const frame of [1, 2, 3, 1000, 107_892]) {
    expect(Math.abs(frameToSample(frame, fps) - (frame * 48_000 * 1001) / 30_000)).toBeLessThanOrEqual(0.5);
  }
});

describe('what of a narration is heard', () => {
  test('a silent slide has no cue and keeps its number', () => {
    const plan = planTrack(
      [
        { startFrame: 0, frames: 30 },
        { startFrame: 30, frames: 30, audioSamples: 100 },
      ],
      30,
    );
    expect(plan).toEqual({ cues: [{ slide: 1, startSample: 48_000, samples: 100 }], totalSamples: 96_000 });
  });

  test('it ends with its slide', () => {
    const plan = planTrack(
      [
        { startFrame: 0, frames: 1, audioSamples: 5000 },
        { startFrame: 1, frames: 9 },
      ],
      30,
    );
    expect(plan.cues).toEqual([{ slide: 0, startSample: 0, samples: 1600 }]);
  });

  test('it ends where the next begins, when slides overlap in a transition', () => {
    const spans = [
      { startFrame: 0, frames: 40, audioSamples: 64_000 },
      { startFrame: 20, frames: 20 },
      { startFrame: 30, frames: 30, audioSamples: 100 },
    ];
    expect(planTrack(spans, 30).cues).toEqual([
      { slide: 0, startSample: 0, samples: 48_000 },
      { slide: 2, startSample: 48_000, samples: 100 },
    ]);
  });

  test('no slides make no sound', () => {
    expect(planTrack([], 30)).toEqual({ cues: [], totalSamples: 0 });
  });
});
