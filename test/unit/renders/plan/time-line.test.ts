import { describe, expect, it } from 'vitest';
import { FRAME_RATES, type FrameRate } from '#engine/video/settings.ts';
import { planFrameSchedule, type SlideSpeech } from '#features/renders/plan/frame-schedule.ts';
import { plannedVideoSeconds } from '#features/renders/plan/render-plan.ts';
import { DEFAULT_NARRATION_PAUSES, type NarrationPauses } from '#features/timelines/narration-pauses.ts';
import type { Slide } from '#features/timelines/slide.ts';
import type { GeneratedAudio } from '#features/timelines/slide-audio.ts';
import { sampleSlide } from '#test/support/samples/entities.ts';

const drawn = {
  bullets: [],
  states: [],
  moves: false,
  direction: 'ltr',
  said: '',
  parts: { whole: [], standing: [] },
} as const;
const STILL = {
  build: 'none',
  build_style: 'fade',
  image_motion: 'none',
  dim_previous: false,
  transition: { type: 'none', duration_seconds: 0 },
} as const;
const BRISK: NarrationPauses = { lead_seconds: 0.25, pause_seconds: 0.35, min_slide_seconds: 0 };
const lay = (slides: readonly Slide[], speech: readonly (SlideSpeech | undefined)[], fps: FrameRate, pace = BRISK) =>
  planFrameSchedule(
    slides.map((slide) => ({ ...slide, ...STILL, drawn })),
    speech,
    { fps, pace, language: 'en' },
  );
const standing = (count: number, seconds: number) =>
  Array.from({ length: count }, () => sampleSlide({ duration_seconds: seconds }));
const speech = (duration_seconds: number): SlideSpeech => ({
  hash: 'h',
  key: 'k',
  duration_seconds,
  sentences: [{ text: 'Hello.', start_seconds: 0, end_seconds: duration_seconds }],
});

describe('a time line', () => {
  it.each([
    [24, 4000],
    [25, 4167],
    [30, 5000],
    [50, 8333],
    [60, 10_000],
  ] as const)('of 500 slides of a third of a second at %i fps does not drift: %i frames', (fps, frames) => {
    const line = lay(standing(500, 1 / 3), [], fps);
    expect(line.frames).toBe(frames);
    line.slides.forEach((slide, i) => {
      expect(slide.start_frame).toBe(Math.round((i * fps) / 3));
      expect(slide.start_frame + slide.frames).toBe(Math.round(((i + 1) * fps) / 3));
    });
    expect(plannedVideoSeconds(line)).toBe(frames / fps);
  });

  it.each(FRAME_RATES)('at %i fps has no gap, no overlap and no empty slide, whatever the lengths', (fps) => {
    const slides = Array.from({ length: 300 }, (_, i) =>
      sampleSlide({ duration_seconds: 1 + ((i * 7919) % 997) / 313 }),
    );
    const { slides: planned, frames } = lay(slides, [], fps);
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

  it('has captions in the language that each slide is spoken in, by its own audio or as the timeline says', () => {
    const audio: GeneratedAudio = {
      account_id: 'acc',
      timeline_id: 'tl',
      slide_id: 'sl',
      job: 'j',
      status: 'ready',
      source: 'generated',
      engine: 'e',
      voice: 'v',
      language: 'ar',
      speed: 1,
      format: 'mp3',
      notes_hash: '',
      speech_hash: 'h',
      attempt: 1,
      enqueued_at: '2026-03-04T05:06:07.890Z',
      created_at: '2026-03-04T05:06:07.890Z',
    };
    const text = 'Chromium متصفح جيد.';
    const spoken = { ...speech(2), sentences: [{ text, start_seconds: 0, end_seconds: 2 }] };
    const { captions } = lay([sampleSlide(), sampleSlide({ audio }), sampleSlide()], [spoken, spoken, spoken], 30);
    // Read from the right, as Arabic is that starts with a foreign name.
    expect(captions.map((caption) => caption.text)).toEqual([text, `\u200f${text}`, text]);
  });

  it('of no slides is empty', () => {
    expect(lay([], [], 30)).toMatchObject({ frames: 0, slides: [], captions: [] });
  });

  it('keeps the pace of its timeline: quiet before and after speech, and a shortest time for what is spoken', () => {
    const placed = (pace: NarrationPauses, ...of: Parameters<typeof lay>) =>
      lay(of[0], of[1], 30, pace).slides.map(({ frames, speech: said }) => [frames, said?.start_seconds]);
    const slides = [sampleSlide(), sampleSlide(), sampleSlide({ duration_seconds: 1 }), sampleSlide()];
    const spoken = [speech(4), speech(1), speech(1), undefined];
    expect(placed(DEFAULT_NARRATION_PAUSES, slides, spoken, 30)).toEqual([
      [150, 0.3],
      [90, 5.3],
      [60, 8.3],
      [150, undefined],
    ]);
    const slow = { lead_seconds: 2, pause_seconds: 5, min_slide_seconds: 30 };
    expect(placed(slow, slides, spoken, 30)).toEqual([
      [900, 2],
      [900, 32],
      [240, 62],
      [150, undefined],
    ]);
    expect(placed({ lead_seconds: 0, pause_seconds: 0, min_slide_seconds: 0 }, slides, spoken, 30)).toEqual([
      [120, 0],
      [30, 4],
      [30, 5],
      [150, undefined],
    ]);
  });

  it('says nothing on a slide that is cut before its speech starts', () => {
    const pace = { ...DEFAULT_NARRATION_PAUSES, lead_seconds: 5 };
    const line = lay([sampleSlide({ duration_seconds: 5, cut_speech: true })], [speech(2)], 30, pace);
    expect(line).toMatchObject({ frames: 150, captions: [] });
    expect(line.slides[0]?.speech).toBeUndefined();
  });

  it('starts speech a quarter of a second into its slide, and lets none be cut by the next', () => {
    const line = lay(standing(3, 1), [speech(4.2), undefined, speech(0.1)], 30);
    const still = (slide: number, frames: number) => [{ kind: 'still', frames, picture: { slide } }];
    expect(line.slides).toEqual([
      {
        start_frame: 0,
        frames: 144,
        speech: { hash: 'h', key: 'k', start_seconds: 0.25, duration_seconds: 4.2 },
        sentences: [{ text: 'Hello.', start_seconds: 0.25, end_seconds: 4.45 }],
        shots: still(0, 144),
      },
      { start_frame: 144, frames: 30, shots: still(1, 30) },
      {
        start_frame: 174,
        frames: 30,
        speech: { hash: 'h', key: 'k', start_seconds: 6.05, duration_seconds: 0.1 },
        sentences: [{ text: 'Hello.', start_seconds: 6.05, end_seconds: expect.closeTo(6.15) }],
        shots: still(2, 30),
      },
    ]);
    // In whole frames, and the last one as long as it takes to read.
    expect(line.captions).toEqual([
      { text: 'Hello.', start_seconds: 8 / 30, end_seconds: 134 / 30 },
      { text: 'Hello.', start_seconds: 182 / 30, end_seconds: 204 / 30 },
    ]);
  });

  it.each(FRAME_RATES)('at %i fps has its speech within its slide, in order', (fps) => {
    const count = 400;
    const spoken = Array.from({ length: count }, (_, i) => speech(0.3 + ((i * 31) % 77) / 37));
    const line = lay(standing(count, 1 / 3), spoken, fps);
    line.slides.forEach((slide, i) => {
      const start = slide.speech?.start_seconds ?? Number.NaN;
      expect(start).toBeGreaterThanOrEqual(slide.start_frame / fps);
      expect(start + (spoken[i]?.duration_seconds ?? 0)).toBeLessThanOrEqual((slide.start_frame + slide.frames) / fps);
    });
    for (const [i, caption] of line.captions.slice(1).entries())
      expect(caption.start_seconds).toBeGreaterThanOrEqual(line.captions[i]?.end_seconds ?? Number.NaN);
  });

  const three = (): SlideSpeech => ({
    ...speech(9),
    sentences: [
      { text: 'One.', start_seconds: 0, end_seconds: 2.5 },
      { text: 'Two.', start_seconds: 3, end_seconds: 5.5 },
      { text: 'Three.', start_seconds: 6, end_seconds: 9 },
    ],
  });
  it.each<[string, Partial<Slide>, number, number, [string, number, number][]]>([
    [
      'stays until all is said',
      {},
      288,
      9,
      [
        ['One.', 8, 83],
        ['Two.', 98, 173],
        ['Three.', 188, 278],
      ],
    ],
    [
      'stays longer in silence',
      { duration_seconds: 20 },
      600,
      9,
      [
        ['One.', 8, 83],
        ['Two.', 98, 173],
        ['Three.', 188, 278],
      ],
    ],
    [
      'is not cut by a shorter time',
      { duration_seconds: 4 },
      288,
      9,
      [
        ['One.', 8, 83],
        ['Two.', 98, 173],
        ['Three.', 188, 278],
      ],
    ],
    [
      'is cut amid a sentence',
      { duration_seconds: 4, cut_speech: true },
      120,
      3.75,
      [
        ['One.', 8, 83],
        ['Two.', 98, 120],
      ],
    ],
    ['is cut between two', { duration_seconds: 3, cut_speech: true }, 90, 2.75, [['One.', 8, 83]]],
    [
      'is not cut after its end',
      { duration_seconds: 20, cut_speech: true },
      600,
      9,
      [
        ['One.', 8, 83],
        ['Two.', 98, 173],
        ['Three.', 188, 278],
      ],
    ],
    [
      'is not cut without a time',
      { cut_speech: true },
      288,
      9,
      [
        ['One.', 8, 83],
        ['Two.', 98, 173],
        ['Three.', 188, 278],
      ],
    ],
  ])('of a slide whose speech %s', (_, slide, frames, heard, captions) => {
    const line = lay([sampleSlide(slide)], [three()], 30);
    expect(line.frames).toBe(frames);
    expect(line.slides[0]?.speech?.duration_seconds).toBeCloseTo(heard, 9);
    expect(
      line.captions.map(({ text, start_seconds, end_seconds }) => [
        text,
        Math.round(start_seconds * 30),
        Math.round(end_seconds * 30),
      ]),
    ).toEqual(captions);
  });
});
