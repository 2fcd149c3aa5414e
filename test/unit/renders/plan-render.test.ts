import { describe, expect, it } from 'vitest';
import { planRender, planSeconds, type SlideSpeech } from '../../../lib/renders/plan-render.ts';
import { FRAME_RATES } from '../../../lib/renders/render.ts';
import { sampleSlide } from '../core/samples.ts';

const standing = (count: number, seconds: number) =>
  Array.from({ length: count }, () => sampleSlide({ duration_seconds: seconds }));
const speech = (duration_seconds: number, key = 'k'): SlideSpeech => ({
  key,
  duration_seconds,
  sentences: [{ text: 'Hello.', start_seconds: 0, end_seconds: duration_seconds }],
});

describe('a plan', () => {
  it.each([
    [24, 4000],
    [25, 4167],
    [30, 5000],
    [50, 8333],
    [60, 10_000],
  ] as const)('of 500 slides of a third of a second at %i fps does not drift: %i frames', (fps, frames) => {
    const plan = planRender(standing(500, 1 / 3), [], fps);
    expect(plan.frames).toBe(frames);
    plan.slides.forEach((slide, i) => {
      expect(slide.start_frame).toBe(Math.round((i * fps) / 3));
      expect(slide.start_frame + slide.frames).toBe(Math.round(((i + 1) * fps) / 3));
    });
    expect(planSeconds(plan)).toBe(frames / fps);
  });

  it.each(FRAME_RATES)('at %i fps has no gap, no overlap and no empty slide, whatever the lengths', (fps) => {
    const slides = Array.from({ length: 300 }, (_, i) =>
      sampleSlide({ duration_seconds: 1 + ((i * 7919) % 997) / 313 }),
    );
    const { slides: planned, frames } = planRender(slides, [], fps);
    let end = 0;
    for (const slide of planned) {
      expect(slide.start_frame).toBe(end);
      expect(slide.frames).toBeGreaterThan(0);
      end += slide.frames;
    }
    expect(end).toBe(frames);
    const seconds = slides.reduce((sum, slide) => sum + (slide.duration_seconds ?? 0), 0);
    expect(Math.abs(frames - seconds * fps)).toBeLessThanOrEqual(0.5 + 1e-6);
  });

  it.each([
    [0, []],
    [1, [[0, 1]]],
    [15, [[0, 15]]],
    [
      16,
      [
        [0, 15],
        [15, 1],
      ],
    ],
    [
      45,
      [
        [0, 15],
        [15, 15],
        [30, 15],
      ],
    ],
    [
      100,
      [
        [0, 15],
        [15, 15],
        [30, 15],
        [45, 15],
        [60, 15],
        [75, 15],
        [90, 10],
      ],
    ],
  ])('of %i slides is encoded in these parts: %j', (count, parts) => {
    const { segments } = planRender(standing(count, 1), [], 30);
    expect(segments.map(({ first, count: slides }) => [first, slides])).toEqual(parts);
  });

  it('of no slides is empty', () => {
    expect(planRender([], [], 30)).toMatchObject({ frames: 0, slides: [], segments: [], has_audio: false });
  });

  it('begins speech a quarter of a second into its slide, and lets none be cut by the next', () => {
    const plan = planRender(standing(3, 1), [speech(4.2), undefined, speech(0.1)], 30);
    expect(plan.has_audio).toBe(true);
    expect(plan.slides).toEqual([
      { start_frame: 0, frames: 144, speech: { key: 'k', start_seconds: 0.25 } },
      { start_frame: 144, frames: 30 },
      { start_frame: 174, frames: 30, speech: { key: 'k', start_seconds: 6.05 } },
    ]);
    expect(plan.sentences).toEqual([
      { text: 'Hello.', start_seconds: 0.25, end_seconds: 4.45 },
      { text: 'Hello.', start_seconds: 6.05, end_seconds: expect.closeTo(6.15, 9) },
    ]);
  });

  it.each(FRAME_RATES)('at %i fps has its speech within its slide, in order', (fps) => {
    const count = 400;
    const spoken = Array.from({ length: count }, (_, i) => speech(0.3 + ((i * 31) % 77) / 37));
    const plan = planRender(standing(count, 1 / 3), spoken, fps);
    plan.slides.forEach((slide, i) => {
      const start = slide.speech?.start_seconds ?? Number.NaN;
      expect(start).toBeGreaterThanOrEqual(slide.start_frame / fps);
      expect(start + (spoken[i]?.duration_seconds ?? 0)).toBeLessThanOrEqual((slide.start_frame + slide.frames) / fps);
    });
    for (const [i, sentence] of plan.sentences.slice(1).entries())
      expect(sentence.start_seconds).toBeGreaterThan(plan.sentences[i]?.end_seconds ?? Number.NaN);
  });

  it('says nothing of slides without speech', () => {
    expect(planRender(standing(2, 1), [undefined, undefined], 30).has_audio).toBe(false);
  });
});
