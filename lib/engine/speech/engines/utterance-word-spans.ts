import { spokenWordSpans } from '../words/spoken-word-spans.ts';
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
  const starts: StartedWordMark[] = [];
  for (const word of words) {
    const before = starts.at(-1) ?? { from: -1, sample: 0 };
    if (word.to > word.from && word.from > before.from && word.sample >= before.sample) starts.push(word);
  }
  const spans = spokenWordSpans(
    pcm,
    sampleRate,
    starts.map(({ sample }) => sample),
  );
  return starts.flatMap(({ from, to }, index) => {
    const span = spans[index];
    return span ? [{ from, to: Math.min(to, starts[index + 1]?.from ?? to), ...span }] : [];
  });
}
