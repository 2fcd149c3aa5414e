/** A digit is said as a word or half of one. */
const DIGIT = 3;
/** Said as one or two syllables, where a kana beside it is one and other scripts write each syllable in two letters or more. */
const HAN = 2;
/** Signs between words are said as a short pause, or not at all. */
const OTHER = 0.2;
/** Every sentence begins and ends: short ones take longer than their letters. */
const SENTENCE = 2;

/**
 * How long a sentence likely takes, beside others of the same text. Any unit: within one script the length in characters
 * tells it well.
 */
export function weighSentence(text: string): number {
  let weight = SENTENCE;
  for (const character of text) {
    if (/\p{Script=Han}/u.test(character)) weight += HAN;
    else if (/\p{L}/u.test(character)) weight += 1;
    else if (/\p{N}/u.test(character)) weight += DIGIT;
    else if (!/\p{M}/u.test(character)) weight += OTHER;
  }
  return weight;
}
