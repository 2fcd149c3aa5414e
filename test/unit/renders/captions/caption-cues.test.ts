import { describe, expect, it } from 'vitest';
import { FRAME_RATES } from '#engine/video/settings.ts';
import { type CaptionCue, captionCuesOfSentences } from '#features/renders/captions/caption-cues.ts';
import { captionWidthInColumns } from '#features/renders/captions/caption-width.ts';
import { captionedSentence, HOSTILE_TEXTS, SENTENCE_BY_LANGUAGE } from '#test/support/captions/spoken-sentences.ts';

const frame = { language: 'en', fps: 30, frames: 3000 };
const times = (cues: readonly CaptionCue[]): [number, number][] =>
  cues.map(({ start_seconds, end_seconds }) => [Math.round(start_seconds * 30), Math.round(end_seconds * 30)]);

describe('captions of what is said', () => {
  it('share the time of a sentence by what is to be said, a pause for a comma and a word for a digit', () => {
    const cues = captionCuesOfSentences([captionedSentence(SENTENCE_BY_LANGUAGE.en ?? '', 1, 9)], frame);
    expect(cues.map(({ text }) => text.split('\n').length)).toEqual([2, 2]);
    expect(times(cues)).toEqual([
      [30, 158],
      [158, 284],
    ]);
  });

  it.each([
    ['stay a second in silence', [captionedSentence('Yes.', 1, 1.2)], [[30, 60]]],
    ['stay until they are read at 17 characters a second', [captionedSentence('x'.repeat(34), 1, 1.5)], [[30, 90]]],
    [
      'give way to the next',
      [captionedSentence('Yes.', 1, 1.2), captionedSentence('No.', 1.5, 4)],
      [
        [30, 45],
        [45, 120],
      ],
    ],
    [
      'leave no gap of a single frame',
      [captionedSentence('Well, yes.', 1, 2.967), captionedSentence('No.', 3, 5)],
      [
        [30, 90],
        [90, 150],
      ],
    ],
    [
      'leave no gap in which they would blink',
      [captionedSentence('Well, yes.', 1, 2.6), captionedSentence('No.', 3, 5)],
      [
        [30, 90],
        [90, 150],
      ],
    ],
    [
      'leave a gap of half a second',
      [captionedSentence('Well, yes.', 1, 2.5), captionedSentence('No.', 3, 5)],
      [
        [30, 75],
        [90, 150],
      ],
    ],
    [
      'end where their speech is cut, a gap or not',
      [{ ...captionedSentence('Of course.', 1, 2.8), is_cut: true }, captionedSentence('No.', 3, 5)],
      [
        [30, 84],
        [90, 150],
      ],
    ],
    ['end with the video', [captionedSentence('Yes.', 99.5, 99.9)], [[2985, 3000]]],
    ['are not there after it', [captionedSentence('Yes.', 100, 101)], []],
    ['end where their speech is cut', [{ ...captionedSentence('Yes, of course.', 1, 1.3), is_cut: true }], [[30, 39]]],
    [
      'have a frame even of speech without a length',
      [captionedSentence('Yes.', 1, 1), captionedSentence('No.', 1, 1)],
      [
        [30, 31],
        [31, 61],
      ],
    ],
  ])('%s', (_, sentences, expected) => {
    expect(times(captionCuesOfSentences(sentences, frame))).toEqual(expected);
  });

  it.each(FRAME_RATES)('at %i fps are whole frames, in order, apart or close, and within the video', (fps) => {
    const texts = [...Object.values(SENTENCE_BY_LANGUAGE), ...HOSTILE_TEXTS, 'Yes.', 'No.'];
    let now = 0.25;
    const sentences = Array.from({ length: 600 }, (_, i) => {
      const text = texts[(i * 7) % texts.length] ?? '';
      const start = now;
      const end = start + ((i * 7919) % 613) / 97;
      now = end + (i % 3 === 0 ? ((i * 31) % 17) / 11 : 0);
      return captionedSentence(text, start, end);
    });
    const frames = Math.round(now * fps) - 20;
    const cues = captionCuesOfSentences(sentences, { language: 'en', fps, frames });
    expect(cues.length).toBeGreaterThan(600);
    let last = 0;
    for (const { text, start_seconds, end_seconds } of cues) {
      const [start, end] = [start_seconds * fps, end_seconds * fps];
      for (const each of [start, end]) expect(Math.abs(each - Math.round(each))).toBeLessThan(1e-6);
      expect(Math.round(end)).toBeGreaterThan(Math.round(start));
      const gap = Math.round(start - last);
      if (last > 0 && gap !== 0) expect(gap).toBeGreaterThanOrEqual(fps / 2);
      for (const line of text.split('\n')) expect(captionWidthInColumns(line)).toBeLessThanOrEqual(42);
      last = Math.round(end);
    }
    expect(last).toBeLessThanOrEqual(frames);
  });

  it('are read at 17 characters a second at most where speech is slow enough', () => {
    const sentences = Array.from({ length: 40 }, (_, i) =>
      captionedSentence(SENTENCE_BY_LANGUAGE.en ?? '', i * 15, i * 15 + 14),
    );
    for (const { text, start_seconds, end_seconds } of captionCuesOfSentences(sentences, { ...frame, frames: 20_000 }))
      expect(captionWidthInColumns(text.replace('\n', ' ')) / (end_seconds - start_seconds)).toBeLessThanOrEqual(17.5);
  });

  it.each([
    ['ar', 'Chromium متصفح جيد.', ['\u200fChromium متصفح جيد.']],
    ['ar', 'متصفح Chromium جيد.', ['متصفح Chromium جيد.']],
    ['ar', 'Only English here.', ['Only English here.']],
    ['en', 'The word שלום means peace.', ['The word שלום means peace.']],
    ['he', '2024 הייתה שנה טובה.', ['2024 הייתה שנה טובה.']],
    ['he', '2024!', ['\u200f2024!']],
  ])('in %s say in which direction they run where their first letter does not: %s', (language, text, lines) => {
    const [cue] = captionCuesOfSentences([captionedSentence(text, 0, 5)], { ...frame, language });
    expect(cue?.text.split('\n')).toEqual(lines);
  });
});
