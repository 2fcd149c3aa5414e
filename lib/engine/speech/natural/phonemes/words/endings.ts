const isOneOf = (phonemes: string, phoneme: string | undefined): boolean =>
  phoneme !== undefined && phonemes.includes(phoneme);

/** After these, Americans say a `t` before a vowel as a flap: "waiting". */
const PHONEMES_BEFORE_FLAP = 'AIOWYiuæɑəɛɪɹʊʌ';

/** The `t` at the end of phonemes as a flap, if a vowel follows. */
const withFlap = (phonemes: string): string =>
  phonemes.endsWith('t') && isOneOf(PHONEMES_BEFORE_FLAP, phonemes.at(-2)) ? `${phonemes.slice(0, -1)}ɾ` : phonemes;

/** Phonemes with the ending of plurals: "cats", "dogs", "foxes". */
export function addPluralEndingPhonemes(phonemes: string): string {
  const lastPhoneme = phonemes.at(-1);
  if (isOneOf('ptkfθ', lastPhoneme)) return `${phonemes}s`;
  return phonemes + (isOneOf('szʃʒʧʤ', lastPhoneme) ? 'ᵻz' : 'z');
}

/** Phonemes with the ending of the past: "asked", "played", "needed", "waited". */
export function addPastEndingPhonemes(phonemes: string): string {
  const lastPhoneme = phonemes.at(-1);
  if (isOneOf('pkfθʃsʧ', lastPhoneme)) return `${phonemes}t`;
  if (lastPhoneme === 't') return phonemes.length < 2 ? `${phonemes}ɪd` : `${withFlap(phonemes)}ᵻd`;
  return phonemes + (lastPhoneme === 'd' ? 'ᵻd' : 'd');
}

/** Phonemes with "-ing". */
export const addIngEndingPhonemes = (phonemes: string): string => `${withFlap(phonemes)}ɪŋ`;
