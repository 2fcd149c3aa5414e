import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { PhonemeData } from '../phoneme-data.ts';
import { PRIMARY_STRESS_MARK, SECONDARY_STRESS_MARK } from './alphabet.ts';
import { createPhonemeLexicon, type LexiconEntryPhonemes } from './lexicon.ts';
import { partOfSpeechOfTag } from './part-of-speech.ts';
import { demotePrimaryStress, type MinimumWordStress, withMinimumWordStress } from './stress.ts';
import { ALWAYS_SPOKEN_SIGNS } from './symbol-words.ts';
import type { WordContext } from './word-context.ts';

/** Conditions that a word's reading depends on: its tag (Penn Treebank), its stress, and what follows it. */
export interface WordReadingConditions {
  tag: string;
  stress?: MinimumWordStress | undefined;
  context?: WordContext | undefined;
}

/** Finds the phonemes of English words: in the lexicon of checked entries (gold), in that of unchecked ones (silver), or letter by letter. */
export interface PhonemeLookup {
  /** Reports whether `read` can read a word: it has an entry, or is spelled in capitals. */
  isKnown(word: string): boolean;
  /** Reports whether a word is in a lexicon. */
  hasEntry(word: string): boolean;
  /** The phonemes of a known word. */
  read(word: string, conditions: WordReadingConditions): string | undefined;
  /** The names of a word's letters, the last one stressed; undefined if a letter has none. */
  spell(word: string): string | undefined;
}

/** The phonemes of an entry for a part of speech; null if the word is spelled, undefined if the entry has none for it. */
function phonemesOf(entry: LexiconEntryPhonemes, { tag, context }: WordReadingConditions): string | null | undefined {
  if (typeof entry === 'string') return entry;
  // Entries have a reading "None" for the end of a clause: "What for?"
  const pauseReading = context?.nextSound === undefined && context ? ownPropertyValue(entry, 'None') : undefined;
  return pauseReading ?? firstReadingOf(entry, [tag, partOfSpeechOfTag(tag), 'DEFAULT']);
}

const firstReadingOf = (
  entry: Readonly<Record<string, string | null>>,
  names: readonly string[],
): string | null | undefined => names.map((name) => ownPropertyValue(entry, name)).find((value) => value !== undefined);

/** Maximum length of a word in capitals that is spelled although it can be spoken: longer words are names in capitals, such as "KUBERNETES". */
const MAX_SPELLED_LENGTH = 5;

/** Reports whether letters are spelled: all after the first are capitals ("HTTP", "iOS"). A single letter is. */
const isInitialism = (word: string): boolean =>
  word.slice(1) === word.slice(1).toUpperCase() && (word.length <= MAX_SPELLED_LENGTH || !/[aeiouy]/i.test(word));

/** Makes the lookup of words. */
export function createPhonemeLookup({ gold, silver }: Pick<PhonemeData, 'gold' | 'silver'>): PhonemeLookup {
  const [findInGold, findInSilver] = [createPhonemeLexicon(gold), createPhonemeLexicon(silver)];
  const hasEntry = (word: string): boolean => findInGold(word) !== undefined || findInSilver(word) !== undefined;

  const spell = (word: string): string | undefined => {
    const names = [...word]
      .filter((character) => /\p{L}/u.test(character))
      .map((letter) => findInGold(letter.toUpperCase()));
    if (!names.every((name) => typeof name === 'string')) return undefined;
    const letterNames = demotePrimaryStress(names.join(''));
    const lastStress = letterNames.lastIndexOf(SECONDARY_STRESS_MARK);
    return lastStress < 0
      ? letterNames
      : letterNames.slice(0, lastStress) + PRIMARY_STRESS_MARK + letterNames.slice(lastStress + 1);
  };

  return {
    hasEntry,
    spell,
    isKnown: (word) => {
      if (hasEntry(word) || ALWAYS_SPOKEN_SIGNS.has(word)) return true;
      if (!/^[A-Za-z]+$/.test(word)) return false;
      return isInitialism(word) || (word === word.toUpperCase() && findInGold(word.toLowerCase()) !== undefined);
    },
    read: (writtenWord, conditions) => {
      const isCapitals = writtenWord === writtenWord.toUpperCase() && findInGold(writtenWord) === undefined;
      const word = isCapitals ? writtenWord.toLowerCase() : writtenWord;
      // A name in capitals that is not a stressed word of the gold lexicon is spelled.
      const isName = isCapitals && conditions.tag === 'NNP';
      const entry = findInGold(word) ?? (isName ? undefined : findInSilver(word));
      const phonemes = entry === undefined ? undefined : phonemesOf(entry, conditions);
      if (phonemes && !(isName && !phonemes.includes(PRIMARY_STRESS_MARK)))
        return withMinimumWordStress(phonemes, conditions.stress);
      return spell(word) ?? (phonemes ? withMinimumWordStress(phonemes, conditions.stress) : undefined);
    },
  };
}
