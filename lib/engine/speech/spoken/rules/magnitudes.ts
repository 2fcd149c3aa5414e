import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import {
  type CountedNoun,
  MAX_NUMBER_IN_WORDS,
  parseGenderedNounEntry,
  type SpokenLanguageRules,
} from '../spoken-language-rules.ts';
import { alternativesPattern } from '../spoken-rule.ts';
import { isNounSingularAfterNumber, numberInWords, type WrittenNumber } from '../written-number-pattern.ts';

/** A pattern of magnitudes after a number, with the space before them: single letters stand directly after it. */
export function magnitudePattern({ magnitudes }: Pick<SpokenLanguageRules, 'magnitudes'>): string {
  const spellings = Object.keys(magnitudes);
  const singleLetters = spellings.filter((spelling) => spelling.length === 1);
  // "10 k€": the sign of the currency shows that a letter after a space is a magnitude.
  return `(?:${alternativesPattern(singleLetters)})(?![\\p{L}\\p{N}])| (?:${alternativesPattern(singleLetters)})(?=[€$£¥])|(?: ?(?:${alternativesPattern(spellings.filter((spelling) => spelling.length > 1))}))(?![\\p{L}\\p{N}])`;
}

/**
 * A number with its magnitude in words: "three point five million", "two thousand five hundred".
 * @param noun the noun that is counted; absent: none
 */
export function numberWithMagnitudeInWords(
  number: WrittenNumber,
  spelling: string,
  language: SpokenLanguageRules,
  noun?: CountedNoun,
): string {
  const [power = 3, words = ''] = ownPropertyValue(language.magnitudes, spelling.trim()) ?? [];
  const scaledValue = Math.round(Number(`${number.whole}.${number.decimals || '0'}`) * 10 ** power);
  if (power === 3 && number.decimals.length <= 3 && scaledValue <= MAX_NUMBER_IN_WORDS)
    return language.cardinal(scaledValue, noun?.gender) + (noun ? ` ${noun.many}` : '');
  const magnitude = parseGenderedNounEntry(words);
  const magnitudeNoun = isNounSingularAfterNumber(number, language) ? magnitude.one : magnitude.many;
  return `${numberInWords(number, language, magnitude.gender)} ${magnitudeNoun}${noun ? ` ${language.ofMagnitude(noun.many)}` : ''}`;
}
