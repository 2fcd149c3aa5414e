import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import {
  type CountedNoun,
  MAX_NUMBER_IN_WORDS,
  parseCountedNoun,
  type SpokenLanguageRules,
} from '../spoken-language-rules.ts';
import { alternativesPattern } from '../spoken-rule.ts';
import { isNounSingularAfterNumber, numberInWords, type WrittenNumber } from '../written-number-pattern.ts';

/** A pattern of magnitudes after a number, with the space before them: single letters stand directly after it. */
export function magnitudePattern({ magnitudes }: Pick<SpokenLanguageRules, 'magnitudes'>): string {
  const spellings = Object.keys(magnitudes);
  const single = spellings.filter((spelling) => spelling.length === 1);
  // "10 k€": the sign of the currency shows that a letter after a space is a magnitude.
  return `(?:${alternativesPattern(single)})(?![\\p{L}\\p{N}])| (?:${alternativesPattern(single)})(?=[€$£¥])|(?: ?(?:${alternativesPattern(spellings.filter((spelling) => spelling.length > 1))}))(?![\\p{L}\\p{N}])`;
}

/** A number with its magnitude in words: "three point five million", "two thousand five hundred". @param noun what is counted */
export function numberWithMagnitudeInWords(
  number: WrittenNumber,
  spelling: string,
  language: SpokenLanguageRules,
  noun?: CountedNoun,
): string {
  const [power = 3, words = ''] = ownPropertyValue(language.magnitudes, spelling.trim()) ?? [];
  const scaled = Math.round(Number(`${number.whole}.${number.decimals || '0'}`) * 10 ** power);
  if (power === 3 && number.decimals.length <= 3 && scaled <= MAX_NUMBER_IN_WORDS)
    return language.cardinal(scaled, noun?.gender) + (noun ? ` ${noun.many}` : '');
  const magnitude = parseCountedNoun(words);
  const said = isNounSingularAfterNumber(number, language) ? magnitude.one : magnitude.many;
  return `${numberInWords(number, language, magnitude.gender)} ${said}${noun ? ` ${language.ofMagnitude(noun.many)}` : ''}`;
}
