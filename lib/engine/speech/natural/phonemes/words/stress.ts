import { LONG_PHONEMES, PHONEME_VOWELS, PRIMARY_STRESS_MARK, SECONDARY_STRESS_MARK } from './alphabet.ts';

/** The least stress of a word: `some` for a name or the start of a sentence, `full` for a word in capitals. */
export type MinimumWordStress = 'some' | 'full';

const hasMark = (phonemes: string): boolean =>
  phonemes.includes(PRIMARY_STRESS_MARK) || phonemes.includes(SECONDARY_STRESS_MARK);

/** Phonemes with a mark before the first vowel; without a vowel they stay as they are. */
function withStressMark(phonemes: string, mark: string): string {
  const vowelIndex = [...phonemes].findIndex((phoneme) => PHONEME_VOWELS.has(phoneme));
  return vowelIndex < 0 ? phonemes : phonemes.slice(0, vowelIndex) + mark + phonemes.slice(vowelIndex);
}

/** Returns phonemes with at least the given stress. */
export function withMinimumWordStress(phonemes: string, stress: MinimumWordStress | undefined): string {
  if (stress === undefined || phonemes.includes(PRIMARY_STRESS_MARK)) return phonemes;
  if (!hasMark(phonemes))
    return withStressMark(phonemes, stress === 'full' ? PRIMARY_STRESS_MARK : SECONDARY_STRESS_MARK);
  return stress === 'full' ? phonemes.replaceAll(SECONDARY_STRESS_MARK, PRIMARY_STRESS_MARK) : phonemes;
}

/** Phonemes with secondary stress where they had primary; those without primary stress stay as they are. */
export const demotePrimaryStress = (phonemes: string): string =>
  phonemes.includes(PRIMARY_STRESS_MARK)
    ? phonemes.replaceAll(SECONDARY_STRESS_MARK, '').replaceAll(PRIMARY_STRESS_MARK, SECONDARY_STRESS_MARK)
    : phonemes;

/** Phonemes without stress. */
export const removePhonemeStress = (phonemes: string): string =>
  phonemes.replaceAll(PRIMARY_STRESS_MARK, '').replaceAll(SECONDARY_STRESS_MARK, '');

/** The length of phonemes in units of one short phoneme: a long phoneme counts as two. */
export const phonemeLengthInShortUnits = (phonemes: string): number =>
  [...phonemes].reduce((sum, phoneme) => sum + (LONG_PHONEMES.has(phoneme) ? 2 : 1), 0);
