import { LONG, PRIMARY, SECONDARY, VOWELS } from './alphabet.ts';

/** The least stress of a word: `some` for a name or the start of a sentence, `full` for a word in capitals. */
export type Stress = 'some' | 'full';

const hasMark = (phonemes: string): boolean => phonemes.includes(PRIMARY) || phonemes.includes(SECONDARY);

/** Phonemes with a mark before the first vowel; without a vowel they stay as they are. */
function marked(phonemes: string, mark: string): string {
  const vowel = [...phonemes].findIndex((phoneme) => VOWELS.has(phoneme));
  return vowel < 0 ? phonemes : phonemes.slice(0, vowel) + mark + phonemes.slice(vowel);
}

/** Phonemes with at least this stress. */
export function stressed(phonemes: string, stress: Stress | undefined): string {
  if (stress === undefined || phonemes.includes(PRIMARY)) return phonemes;
  if (!hasMark(phonemes)) return marked(phonemes, stress === 'full' ? PRIMARY : SECONDARY);
  return stress === 'full' ? phonemes.replaceAll(SECONDARY, PRIMARY) : phonemes;
}

/** Phonemes with secondary stress where they had primary; those without primary stress stay as they are. */
export const weakened = (phonemes: string): string =>
  phonemes.includes(PRIMARY) ? phonemes.replaceAll(SECONDARY, '').replaceAll(PRIMARY, SECONDARY) : phonemes;

/** Phonemes without stress. */
export const unstressed = (phonemes: string): string => phonemes.replaceAll(PRIMARY, '').replaceAll(SECONDARY, '');

/** The length of phonemes in short ones. */
export const weightOf = (phonemes: string): number =>
  [...phonemes].reduce((sum, phoneme) => sum + (LONG.has(phoneme) ? 2 : 1), 0);
