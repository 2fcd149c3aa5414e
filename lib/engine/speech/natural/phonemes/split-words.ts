import type { PhonemeWord } from './phoneme-word.ts';
import { PAUSE_PUNCTUATION_MARKS } from './words/alphabet.ts';

/** The phonemes of a word, and the space after it. */
const lengthOf = ({ phonemes, isFollowedBySpace }: PhonemeWord): number =>
  [...phonemes].length + (isFollowedBySpace ? 1 : 0);

const isPause = ({ phonemes }: PhonemeWord): boolean =>
  phonemes !== '' && [...phonemes].every((phoneme) => PAUSE_PUNCTUATION_MARKS.has(phoneme));

/** A word as parts of at most `max` phonemes, cut at spaces if there are any. Each has the range of the word. */
function splitWord(word: PhonemeWord, max: number): PhonemeWord[] {
  if (lengthOf(word) <= max) return [word];
  const phonemeList = [...word.phonemes];
  const space = phonemeList.lastIndexOf(' ', max - 1);
  const end = space > 0 ? space : max - 1;
  const laterPhonemes = phonemeList.slice(space > 0 ? space + 1 : end).join('');
  const firstPart = { ...word, phonemes: phonemeList.slice(0, end).join(''), isFollowedBySpace: space > 0 };
  return [firstPart, ...splitWord({ ...word, phonemes: laterPhonemes }, max)];
}

/** The number of words before the best place to cut: after the last pause, else after the last space, else at the end. */
function countWordsBeforeCut(words: readonly PhonemeWord[]): number {
  const pause = words.findLastIndex(isPause);
  if (pause >= 0) return pause + 1;
  const space = words.findLastIndex(({ isFollowedBySpace }) => isFollowedBySpace);
  return space >= 0 ? space + 1 : words.length;
}

/**
 * Splits the words of a line into parts that the model can read: at pauses, else between words, else within a word.
 * @param maxPhonemes the maximum number of phonemes of a part, spaces included; at least 2
 * @returns parts in order; empty without words
 */
export function splitWordsForModel(words: readonly PhonemeWord[], maxPhonemes: number): PhonemeWord[][] {
  const parts: PhonemeWord[][] = [];
  let [currentPart, currentLength]: [PhonemeWord[], number] = [[], 0];
  for (const word of words.flatMap((word) => splitWord(word, maxPhonemes))) {
    while (currentLength + lengthOf(word) > maxPhonemes) {
      const cutIndex = countWordsBeforeCut(currentPart);
      parts.push(currentPart.slice(0, cutIndex));
      currentPart = currentPart.slice(cutIndex);
      currentLength = currentPart.reduce((sum, word) => sum + lengthOf(word), 0);
    }
    currentPart.push(word);
    currentLength += lengthOf(word);
  }
  return currentPart.length > 0 ? [...parts, currentPart] : parts;
}
