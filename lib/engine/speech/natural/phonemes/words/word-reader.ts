import { addIngEndingPhonemes, addPastEndingPhonemes, addPluralEndingPhonemes } from './endings.ts';
import type { PhonemeLookup, WordReadingConditions } from './lookup.ts';
import { readSpecialWord } from './special-words.ts';
import { INFLECTION_ENDINGS } from './stems.ts';
import { demotePrimaryStress, type MinimumWordStress, removePhonemeStress } from './stress.ts';
import { ALWAYS_SPOKEN_SIGNS, CURRENCY_UNIT_NAMES } from './symbol-words.ts';
import type { WordContext } from './word-context.ts';
import { SPELLED_ZERO_BETWEEN_FIGURES, wordsOfNumber } from './words-of-figures.ts';

/** A text to look up as one word: a piece of a compound, or several adjacent pieces, joined, which may form a word. */
export interface TaggedWord {
  text: string;
  tag: string;
  /** False for a piece within a compound: numbers are read in another way there. */
  isHead: boolean;
  /** The sign of money before the amount that ends with this word. */
  currency?: string | undefined;
}

/** Reads words by lexica and rules. */
export interface WordReader {
  /** The phonemes of a word; undefined if it is unknown. */
  read(word: TaggedWord, context: WordContext): string | undefined;
  /** The phonemes of words in their usual form, with spaces between them. */
  say(words: readonly string[]): string;
  /** The phonemes of figures within other text; undefined if they are not a number. */
  readNumber(text: string, word: Pick<TaggedWord, 'isHead' | 'currency'>): string | undefined;
}

const NUMBER_WITH_ENDING = /^(?<figures>-?[\d,.]+)(?<ending>ing|'d|ed|'s|st|nd|rd|th|s)?$/;
const NUMBER_ENDINGS: ReadonlyMap<string, (phonemes: string) => string> = new Map([
  ...['s', "'s"].map((ending) => [ending, addPluralEndingPhonemes] as const),
  ...['ed', "'d"].map((ending) => [ending, addPastEndingPhonemes] as const),
  ['ing', addIngEndingPhonemes],
]);
/** Words in numbers that have no stress. */
const UNSTRESSED_NUMBER_WORDS: ReadonlySet<string> = new Set(['point', SPELLED_ZERO_BETWEEN_FIGURES]);
/** Addresses of the web and of mail have this tag. */
const ADDRESS_TAG = 'ADD';
const ADDRESS_WORDS: ReadonlyMap<string, string> = new Map([
  ['.', 'dot'],
  ['/', 'slash'],
]);
/** A name with more letters than this may be a word in capitals. */
const MAX_NAME_LETTERS = 7;

/** The value of a decimal figure of any script: each has its ten figures in one row. */
function figureValue(figure: string): string {
  const code = figure.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** Converts a word to the characters that the lexicons use. */
export const toLexiconSpelling = (text: string): string =>
  text
    .replace(/[‘’]/g, "'")
    .normalize('NFKC')
    .replace(/(?![0-9])\p{Nd}/gu, figureValue);

const stressOf = (word: string): MinimumWordStress | undefined => {
  if (word === word.toLowerCase()) return undefined;
  return word === word.toUpperCase() ? 'full' : 'some';
};

/** Makes a reader of words. */
export function createWordReader(lookup: PhonemeLookup): WordReader {
  const readInflected = (word: string, conditions: WordReadingConditions): string | undefined => {
    for (const { stems, ending, stresses } of INFLECTION_ENDINGS) {
      const stem = stems(word).find((candidate) => lookup.isKnown(candidate));
      if (stem === undefined) continue;
      const stress = conditions.stress ?? (stresses ? 'some' : undefined);
      const phonemes = lookup.read(stem, { ...conditions, stress });
      if (phonemes) return ending(phonemes);
    }
    return undefined;
  };

  /** Returns a word with capitals in lower case if the lexica have it only so; otherwise unchanged. */
  const lowerCaseIfKnown = (word: string, conditions: WordReadingConditions): string => {
    const lowerCaseWord = word.toLowerCase();
    const isCased =
      word === word.toUpperCase() || word.slice(1) === lowerCaseWord.slice(1)
        ? word.length > 1 && word !== lowerCaseWord
        : false;
    if (!isCased || !/^[\p{L}']*\p{L}[\p{L}']*$/u.test(word)) return word;
    if ((conditions.tag === 'NNP' && word.length <= MAX_NAME_LETTERS) || lookup.hasEntry(word)) return word;
    return lookup.hasEntry(lowerCaseWord) || readInflected(lowerCaseWord, conditions) ? lowerCaseWord : word;
  };

  /** The known form of a word that ends in an apostrophe: "boss'", "goin'"; undefined if there is none. */
  const knownWordOfApostrophe = (word: string): string | undefined =>
    [word.endsWith("s'") ? `${word.slice(0, -2)}'s` : '', word.endsWith("'") ? word.slice(0, -1) : ''].find(
      (candidate) => candidate !== '' && lookup.isKnown(candidate),
    );

  const readByLexicon = (writtenWord: string, conditions: WordReadingConditions): string | undefined => {
    const word = lowerCaseIfKnown(writtenWord, conditions);
    const knownWord = lookup.isKnown(word) ? word : knownWordOfApostrophe(word);
    return knownWord === undefined ? readInflected(word, conditions) : lookup.read(knownWord, conditions);
  };

  const say = (words: readonly string[]): string => {
    const wordPhonemes = words.map((word) => {
      const phonemes = readByLexicon(word, { tag: '' }) ?? '';
      return UNSTRESSED_NUMBER_WORDS.has(word) ? removePhonemeStress(phonemes) : phonemes;
    });
    return wordPhonemes.filter((phonemes) => phonemes !== '').join(' ');
  };

  const readNumber: WordReader['readNumber'] = (text, { isHead, currency }) => {
    const { figures = '', ending = '' } = NUMBER_WITH_ENDING.exec(text)?.groups ?? {};
    if (!/\d/.test(figures) || (figures.startsWith('-') && !isHead)) return undefined;
    const isOrdinal = /^(?:st|nd|rd|th)$/.test(ending);
    const phonemes = say(wordsOfNumber({ figures, isOrdinal, isHead, currency }));
    return NUMBER_ENDINGS.get(ending)?.(phonemes) ?? phonemes;
  };

  const readWord = (word: string, tag: string, context: WordContext): string | undefined => {
    const addressWord = tag === ADDRESS_TAG ? ADDRESS_WORDS.get(word) : undefined;
    if (addressWord !== undefined) return demotePrimaryStress(say([addressWord]));
    const sign = ALWAYS_SPOKEN_SIGNS.get(word);
    if (sign !== undefined) return lookup.read(sign, { tag: '', context });
    const specialPhonemes = readSpecialWord({ word, tag, context, lookup });
    return specialPhonemes ?? readByLexicon(word, { tag, context, stress: stressOf(word) });
  };

  const withCurrency = (phonemes: string, sign: string | undefined): string => {
    const [unit] = (sign === undefined ? undefined : CURRENCY_UNIT_NAMES.get(sign)) ?? [];
    return unit === undefined ? phonemes : `${phonemes} ${say([`${unit}s`])}`;
  };

  return {
    say,
    readNumber,
    read: ({ text, tag, isHead, currency }, context) => {
      const word = toLexiconSpelling(text);
      const phonemes = readWord(word, tag, context);
      return phonemes === undefined ? readNumber(word, { isHead, currency }) : withCurrency(phonemes, currency);
    },
  };
}
