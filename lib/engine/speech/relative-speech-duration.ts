/** The weight of a digit, in letters: it is spoken as a word or half a word. */
const DIGIT_WEIGHT = 3;
/**
 * Weight of a Han character, which has one or two syllables. A kana has one and weighs 1; other scripts need two or more letters for a
 * syllable.
 */
const HAN_WEIGHT = 2;
/** Weight of a space or punctuation mark: a short pause, or none. */
const OTHER_WEIGHT = 0.2;

/** The expected duration of a text relative to others, in letters, computed from its characters. */
export function relativeSpeechDuration(text: string): number {
  let weight = 0;
  for (const character of text) {
    if (/\p{Script=Han}/u.test(character)) weight += HAN_WEIGHT;
    else if (/\p{L}/u.test(character)) weight += 1;
    else if (/\p{N}/u.test(character)) weight += DIGIT_WEIGHT;
    else if (!/\p{M}/u.test(character)) weight += OTHER_WEIGHT;
  }
  return weight;
}
