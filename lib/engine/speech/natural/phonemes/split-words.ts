import type { PhonemeWord } from './phoneme-word.ts';
import { PAUSE_MARKS } from './words/alphabet.ts';

/** The phonemes of a word, and the space after it. */
const lengthOf = ({ phonemes, isFollowedBySpace }: PhonemeWord): number =>
  [...phonemes].length + (isFollowedBySpace ? 1 : 0);

const isPause = ({ phonemes }: PhonemeWord): boolean =>
  phonemes !== '' && [...phonemes].every((one) => PAUSE_MARKS.has(one));

/** A word as parts of at most `max` phonemes, cut at spaces if there are any. Each has the range of the word. */
function partsOf(word: PhonemeWord, max: number): PhonemeWord[] {
  if (lengthOf(word) <= max) return [word];
  const signs = [...word.phonemes];
  const space = signs.lastIndexOf(' ', max - 1);
  const end = space > 0 ? space : max - 1;
  const rest = signs.slice(space > 0 ? space + 1 : end).join('');
  const first = { ...word, phonemes: signs.slice(0, end).join(''), isFollowedBySpace: space > 0 };
  return [first, ...partsOf({ ...word, phonemes: rest }, max)];
}

/** The number of words before the best place to cut: after the last pause, else after the last space. */
function placeToCut(words: readonly PhonemeWord[]): number {
  const pause = words.findLastIndex(isPause);
  if (pause >= 0) return pause + 1;
  const space = words.findLastIndex(({ isFollowedBySpace }) => isFollowedBySpace);
  return space >= 0 ? space + 1 : words.length;
}

/**
 * Splits the words of a line into parts that the model can read: at pauses, else between words, else within a word.
 * @param maxPhonemes the most phonemes of a part, spaces included; at least 2
 * @returns parts in order; empty without words
 */
export function splitWordsForModel(words: readonly PhonemeWord[], maxPhonemes: number): PhonemeWord[][] {
  const parts: PhonemeWord[][] = [];
  let [current, length]: [PhonemeWord[], number] = [[], 0];
  for (const word of words.flatMap((one) => partsOf(one, maxPhonemes))) {
    while (length + lengthOf(word) > maxPhonemes) {
      const place = placeToCut(current);
      parts.push(current.slice(0, place));
      current = current.slice(place);
      length = current.reduce((sum, one) => sum + lengthOf(one), 0);
    }
    current.push(word);
    length += lengthOf(word);
  }
  return current.length > 0 ? [...parts, current] : parts;
}
