import type { FixedPhonemes } from './phoneme-word.ts';
import { addPluralEndingPhonemes } from './words/endings.ts';
import type { PhonemeLookup } from './words/lookup.ts';

/** Capital letters with spaces between them, as words of `spoken/` spell an initialism: "A M", "F A Qs", "K P I's". */
const SPELLED_INITIALISM = /(?<![\p{L}\p{N}'’.])(?<letters>[A-Z](?: [A-Z])+)(?<plural>['’]?s)?(?![\p{L}\p{N}'’])/gu;

/**
 * The phonemes of initialisms that are spelled with spaces, each as one word with its stress on the last letter. As separate words, "A" would
 * be the article and "I" the pronoun.
 */
export function phonemesOfSpelledInitialisms(line: string, { spell }: Pick<PhonemeLookup, 'spell'>): FixedPhonemes[] {
  return [...line.matchAll(SPELLED_INITIALISM)].flatMap(
    ({ 0: initialism, index, groups: { letters = '', plural } = {} }) => {
      const phonemes = spell(letters);
      if (phonemes === undefined) return [];
      return [
        {
          from: index,
          to: index + initialism.length,
          phonemes: plural === undefined ? phonemes : addPluralEndingPhonemes(phonemes),
        },
      ];
    },
  );
}
