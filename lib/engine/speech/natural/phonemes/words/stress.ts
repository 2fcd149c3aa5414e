import { LONG_PHONEMES, PHONEME_VOWELS, PRIMARY_STRESS, SECONDARY_STRESS } from './alphabet.ts';

/** The least stress of a word: `some` for a name or the start of a sentence, `full` for a word in capitals. */
export type WordStressLevel = 'some' | 'full';

const hasMark = (phonemes: string): boolean => phonemes.includes(PRIMARY_STRESS) || phonemes.includes(SECONDARY_STRESS);

/** Phonemes with a mark before the first vowel; without a vowel they stay as they are. */
function marked(phonemes: string, mark: string): string {
  const vowel = [...phonemes].findIndex((phoneme) => PHONEME_VOWELS.has(phoneme));
  return vowel < 0 ? phonemes : phonemes.slice(0, vowel) + mark + phonemes.slice(vowel);
}

/** Phonemes with at least this stress. */
export function withStress(phonemes: string, stress: WordStressLevel | undefined): string {
  if (stress === undefined || phonemes.includes(PRIMARY_STRESS)) return phonemes;
  if (!hasMark(phonemes)) return marked(phonemes, stress === 'full' ? PRIMARY_STRESS : SECONDARY_STRESS);
  return stress === 'full' ? phonemes.replaceAll(SECONDARY_STRESS, PRIMARY_STRESS) : phonemes;
}

/** Phonemes with secondary stress where they had primary; those without primary stress stay as they are. */
export const withWeakStress = (phonemes: string): string =>
  phonemes.includes(PRIMARY_STRESS)
    ? phonemes.replaceAll(SECONDARY_STRESS, '').replaceAll(PRIMARY_STRESS, SECONDARY_STRESS)
    : phonemes;

/** Phonemes without stress. */
export const withoutStress = (phonemes: string): string =>
  phonemes.replaceAll(PRIMARY_STRESS, '').replaceAll(SECONDARY_STRESS, '');

/** The length of phonemes in short ones. */
export const phonemeLength = (phonemes: string): number =>
  [...phonemes].reduce((sum, phoneme) => sum + (LONG_PHONEMES.has(phoneme) ? 2 : 1), 0);
