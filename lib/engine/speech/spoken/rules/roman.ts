import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { type MakeSpokenRules, type SpokenRuleMatch, WORD_END_PATTERN, WORD_START_PATTERN } from '../spoken-rule.ts';

const NUMERAL_VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100 };
/** Roman numerals up to 89; "MIX" and "DC" are words, and "L" a letter. */
export const ROMAN_NUMERAL_PATTERN = '(?=[IVXL])(?!L(?![IVX]))(?:XL|L?X{0,3})(?:IX|IV|V?I{0,3})';

/** The value of a Roman numeral of I, V, X, L and C. The text is not checked: any other sign counts 0, and an empty text is 0. */
export function valueOfRomanNumeral(text: string): number {
  let [sum, largestValue] = [0, 0];
  for (const sign of [...text].toReversed()) {
    const value = ownPropertyValue(NUMERAL_VALUES, sign) ?? 0;
    sum += value < largestValue ? -value : value;
    largestValue = Math.max(largestValue, value);
  }
  return sum;
}

/** Roman numerals that the words around them identify: alone they look like "I", "V" or a word. */
export const spokenRomanNumeralRules: MakeSpokenRules = ({ romanAfter, romanNames, romanOrdinals, ...language }) => [
  ...(romanOrdinals === undefined
    ? []
    : [
        {
          pattern: romanOrdinals,
          say: ({ groups: { roman = '', mark = '' }, before }: SpokenRuleMatch) =>
            language.romanOrdinal(valueOfRomanNumeral(roman), mark, before),
        },
      ]),
  {
    pattern: new RegExp(
      `(?<=${WORD_START_PATTERN}(?:${romanAfter.source}) )(?<roman>${ROMAN_NUMERAL_PATTERN})${WORD_END_PATTERN}`,
      'gu',
    ),
    say: ({ groups: { roman = '' } }) => (roman === '' ? undefined : language.cardinal(valueOfRomanNumeral(roman))),
  },
  {
    pattern: new RegExp(
      `(?<=${WORD_START_PATTERN}(?:${romanNames.source}) )(?<roman>${ROMAN_NUMERAL_PATTERN})(?<dot>\\.)?${WORD_END_PATTERN}`,
      'gu',
    ),
    say({ groups: { roman = '', dot }, before, after }) {
      if (roman === '') return undefined;
      // The full stop of an ordinal number, unless it ends the text.
      return language.afterName(valueOfRomanNumeral(roman), before) + (dot !== undefined && after === '' ? '.' : '');
    },
  },
];
