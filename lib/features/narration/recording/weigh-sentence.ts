/** A digit is spoken as a word or half a word. */
const DIGIT = 3;
/** A Han character has one or two syllables; a kana has one; other scripts need two letters or more per syllable. */
const HAN = 2;
/** Weight of a character between words, in letters: a short pause, or silent. */
const OTHER = 0.2;
/** Added to every sentence: short sentences take longer than their letters. */
const SENTENCE = 2;

/**
 * The relative duration of a sentence among those of one text, without a unit. Within one script the length in characters
 * predicts it well.
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
