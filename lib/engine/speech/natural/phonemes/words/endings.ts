const isOneOf = (phonemes: string, phoneme: string | undefined): boolean =>
  phoneme !== undefined && phonemes.includes(phoneme);

/** After these, Americans say a `t` before a vowel as a flap: "waiting". */
const BEFORE_FLAP = 'AIOWYiuæɑəɛɪɹʊʌ';

/** The `t` at the end of phonemes as a flap, if a vowel follows. */
const flapped = (phonemes: string): string =>
  phonemes.endsWith('t') && isOneOf(BEFORE_FLAP, phonemes.at(-2)) ? `${phonemes.slice(0, -1)}ɾ` : phonemes;

/** Phonemes with the ending of plurals: "cats", "dogs", "foxes". */
export function addPluralEndingPhonemes(phonemes: string): string {
  const last = phonemes.at(-1);
  if (isOneOf('ptkfθ', last)) return `${phonemes}s`;
  return phonemes + (isOneOf('szʃʒʧʤ', last) ? 'ᵻz' : 'z');
}

/** Phonemes with the ending of the past: "asked", "played", "needed", "waited". */
export function addPastEndingPhonemes(phonemes: string): string {
  const last = phonemes.at(-1);
  if (isOneOf('pkfθʃsʧ', last)) return `${phonemes}t`;
  if (last === 't') return phonemes.length < 2 ? `${phonemes}ɪd` : `${flapped(phonemes)}ᵻd`;
  return phonemes + (last === 'd' ? 'ᵻd' : 'd');
}

/** Phonemes with "-ing". */
export const addIngEndingPhonemes = (phonemes: string): string => `${flapped(phonemes)}ɪŋ`;
