import { addIngEndingPhonemes, addPastEndingPhonemes, addPluralEndingPhonemes } from './endings.ts';

/** A way to read a word by its stem: possible spellings of the stem, and the change of its phonemes. */
interface Inflection {
  /** Possible stems in order: the first known one counts. */
  stems: (word: string) => string[];
  ending: (phonemes: string) => string;
  /** The stem is stressed at least as the first word of a sentence. */
  stresses?: true;
}

/** A word without its last letters, and with others in their place. */
const replaceEnd = (word: string, letters: number, addedLetters = ''): string => word.slice(0, -letters) + addedLetters;

/** "-s", "-ed" and "-ing". Their stems must be in the lexica. */
export const INFLECTION_ENDINGS: readonly Inflection[] = [
  {
    stems: (word) => {
      if (word.length < 3 || !word.endsWith('s')) return [];
      const isLong = word.length > 4;
      const hasEs = isLong && word.endsWith('es') && !word.endsWith('ies');
      return [
        ...(word.endsWith('ss') ? [] : [replaceEnd(word, 1)]),
        ...(word.endsWith("'s") || hasEs ? [replaceEnd(word, 2)] : []),
        ...(isLong && word.endsWith('ies') ? [replaceEnd(word, 3, 'y')] : []),
      ];
    },
    ending: addPluralEndingPhonemes,
  },
  {
    stems: (word) => {
      if (word.length < 4 || !word.endsWith('d')) return [];
      const hasEd = word.length > 4 && word.endsWith('ed') && !word.endsWith('eed');
      return [...(word.endsWith('dd') ? [] : [replaceEnd(word, 1)]), ...(hasEd ? [replaceEnd(word, 2)] : [])];
    },
    ending: addPastEndingPhonemes,
  },
  {
    stems: (word) => {
      if (word.length < 5 || !word.endsWith('ing')) return [];
      const isLong = word.length > 5;
      const isDoubled = isLong && /(?:([bcdgklmnprstvxz])\1|ck)ing$/.test(word);
      return [
        ...(isLong ? [replaceEnd(word, 3)] : []),
        replaceEnd(word, 3, 'e'),
        ...(isDoubled ? [replaceEnd(word, 4)] : []),
      ];
    },
    ending: addIngEndingPhonemes,
    stresses: true,
  },
];
