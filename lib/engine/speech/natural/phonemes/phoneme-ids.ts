import type { PhonemeWord } from './phoneme-word.ts';

/** A line for the model, and where its words are in it. */
export interface PhonemeIds {
  /** The numbers that the model reads: those of the phonemes and of the spaces. */
  ids: number[];
  /** For each word the range of its numbers in `ids`, without the space after it. A word without phonemes has an empty range. */
  words: { first: number; end: number }[];
}

/**
 * Turns words into the numbers that the model reads.
 * @param vocabulary the number of each phoneme; phonemes without one are left out
 */
export function toPhonemeIds(words: readonly PhonemeWord[], vocabulary: ReadonlyMap<string, number>): PhonemeIds {
  const ids: number[] = [];
  const add = (text: string): void => {
    for (const phoneme of text) {
      const id = vocabulary.get(phoneme);
      if (id !== undefined) ids.push(id);
    }
  };
  const ranges = words.map(({ phonemes, isFollowedBySpace }) => {
    const first = ids.length;
    add(phonemes);
    const end = ids.length;
    if (isFollowedBySpace) add(' ');
    return { first, end };
  });
  return { ids, words: ranges };
}
