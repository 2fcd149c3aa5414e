import { describe, expect, it } from 'vitest';
import { estimateSentenceTimesInRecording } from '#features/narration/recording/align-sentences.ts';
import { relativeSentenceDuration } from '#features/narration/recording/relative-sentence-duration.ts';
import { as16Bit, recordedSpeech } from '#test/support/audio/recorded-speech.ts';

const LOUD = 0.3;
const words = (letters: number): string => `${'a'.repeat(letters - 1)}.`;
const startsOf = (sentences: { start_seconds: number }[]): number[] => sentences.map((one) => one.start_seconds);

describe('the sentences of a text, laid on a recording of it', () => {
  it('start where somebody starts to speak after a pause, and end where the pause starts', () => {
    const pcm = as16Bit(
      recordedSpeech([
        [0.05, 0],
        [2, LOUD],
        [0.5, 0],
        [1, LOUD],
        [0.4, 0],
        [3, LOUD],
        [0.05, 0],
      ]),
    );

    expect(estimateSentenceTimesInRecording(pcm, [words(30), words(15), words(45)])).toEqual([
      { text: words(30), start_seconds: 0.05, end_seconds: 2.05 },
      { text: words(15), start_seconds: 2.55, end_seconds: 3.55 },
      { text: words(45), start_seconds: 3.95, end_seconds: 6.95 },
    ]);
  });

  it('are not parted at a breath within a sentence, though it is nearer to where the length says', () => {
    const pcm = as16Bit(
      recordedSpeech([
        [1.8, LOUD],
        [0.12, 0],
        [0.4, LOUD],
        [0.6, 0],
        [2, LOUD],
      ]),
    );
    expect(startsOf(estimateSentenceTimesInRecording(pcm, [words(30), words(30)]))).toEqual([0, 2.92]);
  });

  it('are found in spite of the noise of a room, clicks and the silence before a plosive', () => {
    const stretches = [
      [1, LOUD],
      [0.06, 0],
      [0.9, LOUD],
      [0.25, 0],
      [0.02, LOUD],
      [0.25, 0],
      [2, LOUD],
    ] as const;
    const [, second] = startsOf(
      estimateSentenceTimesInRecording(as16Bit(recordedSpeech(stretches, { noise: 0.01 })), [words(30), words(30)]),
    );
    expect(Math.abs((second ?? 0) - 2.48)).toBeLessThan(0.02);
  });

  it('are divided by their lengths without pauses', () => {
    const [first, second] = estimateSentenceTimesInRecording(as16Bit(recordedSpeech([[4, LOUD]])), [
      words(28),
      words(8),
    ]);
    expect([first?.start_seconds, second?.end_seconds]).toEqual([0, 4]);
    expect(second?.start_seconds).toBe(first?.end_seconds);
    expect(Math.abs((second?.start_seconds ?? 0) - 3)).toBeLessThan(0.2);
  });

  it('stay in order and apart, whatever the text is next to what is said', () => {
    const pcm = as16Bit(
      recordedSpeech(
        Array.from({ length: 40 }, (_, i) => [
          i % 2 === 0 ? 0.4 + (i % 7) / 10 : 0.15 + (i % 5) / 10,
          i % 2 === 0 ? LOUD : 0,
        ]),
      ),
    );
    for (const texts of [
      Array.from({ length: 100 }, (_, i) => words(1 + ((i * 17) % 60))),
      [words(2), words(250)],
      Array.from({ length: 20 }, (_, i) => words(i % 2 === 0 ? 1 : 200)),
    ]) {
      const sentences = estimateSentenceTimesInRecording(pcm, texts);
      expect(sentences.map(({ text }) => text)).toEqual(texts);
      let last = 0;
      for (const { start_seconds, end_seconds } of sentences) {
        expect(start_seconds).toBeGreaterThanOrEqual(last);
        expect(end_seconds).toBeGreaterThan(start_seconds);
        last = end_seconds;
      }
      expect(last).toBeLessThanOrEqual(pcm.length / 48_000);
    }
  });

  it('become one when there are more than could be said', () => {
    expect(
      estimateSentenceTimesInRecording(as16Bit(recordedSpeech([[0.5, LOUD]])), ['a.', 'b.', 'c.', 'd.', 'e.', 'f.']),
    ).toEqual([{ text: 'a. b. c. d. e. f.', start_seconds: 0, end_seconds: 0.5 }]);
  });

  it('are none without a text', () => {
    expect(estimateSentenceTimesInRecording(as16Bit(recordedSpeech([[1, LOUD]])), [])).toEqual([]);
  });
});

describe('the length of a sentence', () => {
  it('grows with its letters, digits more, and marks not at all', () => {
    expect(relativeSentenceDuration('abcd')).toBeGreaterThan(relativeSentenceDuration('abc'));
    expect(relativeSentenceDuration('1999')).toBeGreaterThan(relativeSentenceDuration('abcd'));
    expect(relativeSentenceDuration('天気')).toBeGreaterThan(relativeSentenceDuration('てん'));
    expect(relativeSentenceDuration('e\u0301e\u0301')).toBe(relativeSentenceDuration('ee'));
  });
});
