import { describe, expect, it } from 'vitest';
import { hashLexiconEffect } from '#engine/speech/script/hash-lexicon-effect.ts';
import { estimatedSlideSeconds, minSlideSecondsInVideo, slideSeconds } from '#features/timelines/duration.ts';
import { DEFAULT_NARRATION_PAUSES } from '#features/timelines/narration-pauses.ts';
import type { Slide } from '#features/timelines/slide.ts';
import { type GeneratedAudio, notesHash, type UploadedAudio } from '#features/timelines/slide-audio.ts';
import type { SlideContent } from '#features/timelines/slide-fields/slide-fields.ts';
import type { Timeline } from '#features/timelines/timeline.ts';
import { estimateVideoSeconds, toTimelineAnswer, toTimelineSummaryAnswer } from '#features/timelines/view.ts';
import { START, sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';

const words = (characters: number): string => 'x'.repeat(characters);

const NOTES = words(150);
const LATER = words(300);
const common = {
  account_id: 'acc',
  timeline_id: 'tl',
  slide_id: 'sl',
  job: 'j',
  status: 'ready',
  notes_hash: notesHash(NOTES),
  speech_hash: 'heard',
  duration_seconds: 4,
  attempt: 1,
  enqueued_at: START.toISOString(),
  created_at: START.toISOString(),
} as const;
const recording: UploadedAudio = { ...common, source: 'uploaded', format: 'wav', key: 'recording.wav', size_bytes: 44 };
const generated = (over: Partial<GeneratedAudio> = {}): GeneratedAudio => ({
  ...common,
  source: 'generated',
  engine: 'e',
  language: 'en',
  voice: 'en',
  speed: 1,
  format: 'mp3',
  sentences: [{ text: over.own_text ?? NOTES, start_seconds: 0, end_seconds: 4 }],
  ...over,
});

describe('how long a slide stands', () => {
  const cases: [string, Partial<SlideContent>, number | undefined, number][] = [
    ['with nothing on it: 5 s', { title: '' }, undefined, 5],
    ['with little on it: 5 s', { title: words(60) }, undefined, 5],
    ['with much on it: a second and its reading time', { title: words(85), bullet_points: [words(85)] }, undefined, 11],
    ['with speech: that and a second of quiet', { title: words(999) }, 2.5, 3.5],
    ['with short speech: 3 s, not 5 s', {}, 0.001, 3],
    ['with a duration of its own: that', { title: words(999), duration_seconds: 3 }, undefined, 3],
    ['with a duration longer than its speech: the duration', { duration_seconds: 10 }, 2, 10],
    ['with a duration shorter than its speech: the speech, uncut', { duration_seconds: 1 }, 7, 8],
    ['with a duration and short speech: the duration, also below 3 s', { duration_seconds: 2 }, 0.5, 2],
    ['with a duration that cuts its speech: the duration', { duration_seconds: 1, cut_speech: true }, 7, 1],
    ['with no duration to cut its speech at: the speech', { cut_speech: true }, 7, 8],
  ];
  it.each(cases)('%s', (_, content, narration, seconds) => {
    expect(slideSeconds(sampleSlide({ title: '', ...content }), narration, DEFAULT_NARRATION_PAUSES)).toBeCloseTo(
      seconds,
      9,
    );
  });

  it('counts characters, not code units', () => {
    expect(slideSeconds(sampleSlide({ title: '🎬'.repeat(170) }), undefined, DEFAULT_NARRATION_PAUSES)).toBeCloseTo(
      11,
      9,
    );
  });
});

describe('the estimate', () => {
  it.each([
    ['', 5],
    ['   ', 5],
    [words(150), 11],
    [` ${words(150)}\n`, 11],
  ])('of a slide with notes %j', (speaker_notes, seconds) => {
    expect(estimatedSlideSeconds(sampleSlide({ title: '', speaker_notes }), {})).toBeCloseTo(seconds, 9);
  });

  const lexicon = [{ word: NOTES, say: 'short' }];
  it.each<[string, Partial<Slide>, Timeline['lexicon'], number]>([
    ['a recording: that', { audio: recording, speaker_notes: NOTES }, undefined, 5],
    ['a recording of notes that have changed: that', { audio: recording, speaker_notes: LATER }, undefined, 5],
    ['a recording and no notes: that', { audio: recording }, undefined, 5],
    ['a recording longer than its duration: that', { audio: recording, duration_seconds: 2 }, undefined, 5],
    ['narration of its notes: that', { audio: generated(), speaker_notes: NOTES }, undefined, 5],
    ['narration of other notes: its notes', { audio: generated(), speaker_notes: LATER }, undefined, 21],
    ['narration of notes that are gone: nothing', { audio: generated() }, undefined, 5],
    [
      'narration with a word said otherwise since: its notes',
      { audio: generated(), speaker_notes: NOTES },
      lexicon,
      11,
    ],
    [
      'narration with a word said as it is to be: that',
      { audio: generated({ lexicon_hash: hashLexiconEffect([NOTES], lexicon) }), speaker_notes: NOTES },
      lexicon,
      5,
    ],
    [
      'narration of a text of its own: that',
      { audio: generated({ own_text: 'Own.' }), speaker_notes: LATER },
      undefined,
      5,
    ],
    [
      'narration of a text of its own to come: that text',
      { audio: generated({ status: 'queued', duration_seconds: undefined, own_text: NOTES }), speaker_notes: LATER },
      undefined,
      11,
    ],
    [
      'narration that failed: its notes',
      { audio: generated({ status: 'failed', duration_seconds: undefined }), speaker_notes: NOTES },
      undefined,
      11,
    ],
  ])('of a slide with %s', (_, content, words_said, seconds) => {
    expect(estimatedSlideSeconds(sampleSlide({ title: '', ...content }), { lexicon: words_said })).toBeCloseTo(
      seconds,
      9,
    );
  });

  it('of a timeline is the sum of its slides, to the millisecond', () => {
    expect(estimateVideoSeconds([], {})).toBe(0);
    const three = Array.from({ length: 3 }, () => sampleSlide({ duration_seconds: 1.0005 }));
    expect(estimateVideoSeconds(three, {})).toBe(3.002);
    const many = Array.from({ length: 500 }, () => sampleSlide({ duration_seconds: 1.1 }));
    expect(estimateVideoSeconds(many, {})).toBe(550);
  });

  it('of a timeline with its slides follows their narration; in a list it is that of the last change', async () => {
    const spoken = sampleSlide({ speaker_notes: NOTES, audio: generated() });
    const timeline: Timeline = sampleTimeline([spoken], { duration_seconds: 11 });
    const files = { presignGet: async (key: string) => key };
    const whole = await toTimelineAnswer({ timeline, slides: [spoken] }, files);
    expect(whole.duration_seconds).toBe(5);
    const stale = { ...timeline, lexicon };
    expect((await toTimelineAnswer({ timeline: stale, slides: [spoken] }, files)).duration_seconds).toBe(11);
    expect(toTimelineSummaryAnswer(timeline).duration_seconds).toBe(11);
  });
});

describe('what a slide takes at least in a narrated video', () => {
  const much = { title: words(850) };
  it.each<[string, Partial<Slide>, number]>([
    ['with nothing to say: its reading time', {}, 51],
    ['with notes: the time in which they are said very fast', { speaker_notes: NOTES }, 6],
    ['with marks that are not said: nothing for them', { speaker_notes: `${words(90)} ${'…'.repeat(900)}` }, 4],
    ['with few notes: the shortest time of a slide that speaks', { speaker_notes: words(30) }, 3],
    [
      'with notes at twice the speed: half of that',
      { speaker_notes: NOTES, audio: generated({ speed: 2, status: 'failed' }) },
      3.5,
    ],
    ['with notes and a duration: the duration', { speaker_notes: NOTES, duration_seconds: 7 }, 7],
    ['with a recording: that', { audio: recording }, 5],
    ['with a recording and notes: that', { audio: recording, speaker_notes: LATER }, 5],
    ['with a recording longer than its duration: that', { audio: recording, duration_seconds: 2 }, 5],
    [
      'with a recording that its duration cuts: the duration',
      { audio: recording, duration_seconds: 2, cut_speech: true },
      2,
    ],
    [
      'with narration of a text of its own: the time for that, for it may be made again',
      { audio: generated({ own_text: words(90) }) },
      4,
    ],
    [
      'with a text of its own to come: the time for that',
      { audio: generated({ own_text: words(90), status: 'queued' }) },
      4,
    ],
    [
      'with notes that its duration cuts: the duration',
      { speaker_notes: NOTES, duration_seconds: 2, cut_speech: true },
      2,
    ],
    ['with narration of notes: the time for them', { audio: generated(), speaker_notes: NOTES }, 6],
    ['with narration of notes that are gone: its reading time', { audio: generated() }, 51],
  ])('%s', (_, content, seconds) => {
    expect(minSlideSecondsInVideo(sampleSlide({ ...much, ...content }), DEFAULT_NARRATION_PAUSES)).toBeCloseTo(
      seconds,
      9,
    );
  });
});
