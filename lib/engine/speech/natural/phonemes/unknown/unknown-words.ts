import { LRUCache } from 'lru-cache';
import type { UnknownWordData } from '../phoneme-data.ts';
import { createGraphemeToPhonemeModel } from './transformer.ts';

/** The maximum number of words whose phonemes are kept. */
const CACHED_WORDS = 2000;

/** The ids of the letters of a word that the model knows. A letter with a mark that it does not know is read without the mark. */
function knownLetters(word: string, idByLetter: ReadonlyMap<string, number>): number[] {
  return [...word].flatMap((letter) => {
    const id = idByLetter.get(letter);
    if (id !== undefined) return [id];
    const baseLetterIds = [...letter.normalize('NFKD')].flatMap((part) => idByLetter.get(part) ?? []);
    return baseLetterIds;
  });
}

/** The phonemes with the best score in each slot, without repetitions and empty slots. */
function bestPhonemes(scores: Float32Array, phonemes: readonly string[]): string {
  const width = phonemes.length + 1;
  const slots = Array.from({ length: scores.length / width }, (_, slot) => {
    const row = scores.subarray(slot * width, (slot + 1) * width);
    return row.indexOf(Math.max(...row));
  });
  const phonemeText = slots
    .map((bestIndex, slot) => (bestIndex === slots[slot - 1] ? '' : (phonemes[bestIndex - 1] ?? '')))
    .join('');
  // The readings that trained the model name the language of some words in brackets.
  return phonemeText.replace(/\([^)]*\)?|[-1)]/g, '').replaceAll('ʀ', 'ɹ');
}

/**
 * Makes the function that reads words that are in no lexicon, in the phonemes of the model for unknown words. A word that is longer than
 * the model reads is read in pieces. A word without a known letter has no phonemes.
 */
export function createUnknownWordModel(data: UnknownWordData): (word: string) => string {
  const idByLetter = new Map(data.letters.map((letter, index) => [letter, index + 1]));
  const transform = createGraphemeToPhonemeModel(data.tensors);
  const cache = new LRUCache<string, string>({ max: CACHED_WORDS });

  const readWord = (word: string): string => {
    const letters = knownLetters(word, idByLetter);
    const pieces = Array.from({ length: Math.ceil(letters.length / data.maxLength) }, (_, piece) =>
      letters.slice(piece * data.maxLength, (piece + 1) * data.maxLength),
    );
    return pieces.map((piece) => bestPhonemes(transform(piece), data.phonemes)).join('');
  };

  return (word) => {
    const cachedPhonemes = cache.get(word);
    if (cachedPhonemes !== undefined) return cachedPhonemes;
    const phonemes = readWord(word);
    cache.set(word, phonemes);
    return phonemes;
  };
}
