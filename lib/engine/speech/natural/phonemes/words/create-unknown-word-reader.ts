import type { PhonemeLookup } from './lookup.ts';
import { SYMBOL_WORDS } from './symbol-words.ts';
import { toLexiconSpelling, type WordReader } from './word-reader.ts';

/** Letters, figures and signs of a text that no lexicon has. */
const TEXT_PARTS =
  /(?<letters>[\p{L}\p{M}\p{Nl}\p{No}]+(?:'[\p{L}\p{M}\p{Nl}\p{No}]+)*)|(?<figures>\p{Nd}+(?:[,.]\p{Nd}+)*)|(?<sign>\S)/gu;

/** The readers of the parts of a text. */
interface PartReaders {
  words: WordReader;
  lookup: PhonemeLookup;
  /** The model of unknown words. */
  model: (word: string) => string;
}

/**
 * Makes the function that reads texts that no lexicon has: letters by the model, figures as numbers, signs by their names.
 * @param maxLetters the number of letters that the model reads; words that exceed it are spelled
 */
export function createUnknownWordReader({ words, lookup, model }: PartReaders, maxLetters: number) {
  let remainingLetters = maxLetters;
  const readLetters = (letters: string): string => {
    remainingLetters -= letters.length;
    if (remainingLetters < 0) return lookup.spell(letters) ?? '';
    // The model spells capitals.
    return model(letters === letters.toUpperCase() ? letters.toLowerCase() : letters);
  };
  return (text: string): string => {
    const parts = [...toLexiconSpelling(text).matchAll(TEXT_PARTS)].map(
      ({ groups: { letters, figures, sign = '' } = {} }) => {
        if (letters !== undefined) return readLetters(letters);
        if (figures !== undefined) return words.readNumber(figures, { isHead: false }) ?? '';
        return words.say(SYMBOL_WORDS.get(sign) ?? []);
      },
    );
    return parts.filter((phonemes) => phonemes !== '').join(' ');
  };
}
