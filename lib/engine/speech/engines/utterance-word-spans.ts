import { measureSpokenWordSpans } from '../words/measure-spoken-word-spans.ts';
import type { SpokenWordSpan } from '../words/times-of-sentence-words.ts';

/** A word that an engine has started to speak. */
export interface StartedWordMark {
  /** Offsets in the words to speak. */
  from: number;
  to: number;
  sample: number;
}

/**
 * Finds the span of each spoken word in the sound, from the samples at which words start. Words that start at the same place, or that go
 * back, belong to the word before them: an engine speaks a number as several words.
 * @param pcm mono
 * @param sampleRate Hz
 * @param words in the order in which they are spoken
 */
export function utteranceWordSpans(
  pcm: Int16Array,
  sampleRate: number,
  words: readonly StartedWordMark[],
): SpokenWordSpan[] {
  const startedWords: StartedWordMark[] = [];
  for (const word of words) {
    const previousWord = startedWords.at(-1) ?? { from: -1, sample: 0 };
    if (word.to > word.from && word.from > previousWord.from && word.sample >= previousWord.sample)
      startedWords.push(word);
  }
  const spans = measureSpokenWordSpans(
    pcm,
    sampleRate,
    startedWords.map(({ sample }) => sample),
  );
  return startedWords.flatMap(({ from, to }, index) => {
    const span = spans[index];
    return span ? [{ from, to: Math.min(to, startedWords[index + 1]?.from ?? to), ...span }] : [];
  });
}
