import { describe, expect, it } from 'vitest';
import { timedWordsOfSentence } from '#engine/speech/words/word-times.ts';
import { type CaptionCue, captionCuesOfSentences } from '#features/renders/captions/caption-cues.ts';
import { HOSTILE_TEXTS, SENTENCE_BY_LANGUAGE } from '#test/support/captions/spoken-sentences.ts';

const frame = { language: 'en', fps: 30, frames: 30_000, withWords: true };

/** The captions of one sentence whose words were measured, if their times in milliseconds are given. */
function cuesOf(
  text: string,
  seconds: number,
  more: Partial<typeof frame> & { limits?: { columns: number; lines: 1 | 2 } },
  word_ms?: number[],
) {
  const sentence = { text, start_seconds: 1, end_seconds: 1 + seconds, word_ms };
  const words = timedWordsOfSentence(sentence);
  return captionCuesOfSentences([{ ...sentence, words, has_measured_words: word_ms !== undefined }], {
    ...frame,
    ...more,
  });
}
const textsOf = ({ text, words = [] }: CaptionCue): string[] => words.map(({ from, to }) => text.slice(from, to));

describe('the words of captions', () => {
  it('are those of the sentence, each at its place in the lines', () => {
    const [cue, ...others] = cuesOf('Hello there, all you people of the wide world, welcome.', 6, {});
    expect(others).toEqual([]);
    expect(cue?.text).toContain('\n');
    expect(cue && textsOf(cue)).toEqual([
      ...['Hello', 'there,', 'all', 'you', 'people', 'of', 'the', 'wide', 'world,', 'welcome.'],
    ]);
  });

  it.each(Object.entries(SENTENCE_BY_LANGUAGE))(
    'in %s cover all that is seen, in order, within their captions',
    (language, text) => {
      for (const limits of [
        { columns: 42, lines: 2 },
        { columns: 16, lines: 1 },
      ] as const) {
        const cues = cuesOf(text, 12, { language, limits });
        for (const cue of cues) {
          const words = cue.words ?? [];
          expect(textsOf(cue).join('').replace(/\s/g, '')).toBe(cue.text.replace(/[\s\u200e\u200f]/g, ''));
          let last = cue.start_seconds;
          for (const { start_seconds, end_seconds } of words) {
            expect(start_seconds).toBeGreaterThanOrEqual(last - 1e-9);
            expect(end_seconds).toBeGreaterThanOrEqual(start_seconds);
            expect(end_seconds).toBeLessThanOrEqual(cue.end_seconds + 1e-9);
            last = start_seconds;
          }
        }
      }
    },
  );

  it.each(HOSTILE_TEXTS)('have a place whatever is written: %j', (text) => {
    for (const cue of cuesOf(text, 5, {}))
      for (const { from, to } of cue.words ?? []) expect(cue.text.slice(from, to)).toMatch(/\S/);
  });

  it('decide when captions change, if they were measured', () => {
    const text = 'One two three four.';
    // A long pause before the third word, which proportions would not show.
    const times = [0, 300, 300, 600, 4000, 4300, 4300, 4600];
    const cues = cuesOf(text, 4.6, { limits: { columns: 9, lines: 1 } }, times);
    expect(cues.map(({ text: shown }) => shown)).toEqual(['One two', 'three', 'four.']);
    expect(cues.map(({ start_seconds }) => start_seconds)).toEqual([1, 5, 5.3]);
    expect(cues[0]?.words).toEqual([
      { from: 0, to: 3, start_seconds: 1, end_seconds: 1.3 },
      { from: 4, to: 7, start_seconds: 1.3, end_seconds: 1.6 },
    ]);
    const estimated = cuesOf(text, 4.6, { limits: { columns: 9, lines: 1 } });
    expect(estimated[1]?.start_seconds).toBeLessThan(4);
  });
});
