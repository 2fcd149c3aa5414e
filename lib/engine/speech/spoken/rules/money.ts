import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { parseGenderedNounEntry, type SpokenLanguageRules } from '../spoken-language-rules.ts';
import { alternativesPattern, type MakeSpokenRules, type SpokenRuleMatch } from '../spoken-rule.ts';
import { CURRENCY_CODES, CURRENCY_CODES_BY_SIGN, type CurrencyCode } from '../unit-symbols.ts';
import {
  isNounSingularAfterNumber,
  numberInWords,
  parseWrittenNumber,
  type WrittenNumber,
  writtenNumberPattern,
} from '../written-number-pattern.ts';
import { magnitudePattern, numberWithMagnitudeInWords } from './magnitudes.ts';
import { perUnitWords } from './per.ts';

const codeOf = (sign: string): CurrencyCode | undefined =>
  ownPropertyValue(CURRENCY_CODES_BY_SIGN, sign) ?? CURRENCY_CODES.find((code) => code === sign);

/** An amount of a currency in words. */
function amountWords(number: WrittenNumber, code: CurrencyCode, language: SpokenLanguageRules): string {
  const [mainUnitWords = '', smallUnitWords] = language.currencies[code].split('/');
  const [mainUnit, smallUnit] = [
    parseGenderedNounEntry(mainUnitWords),
    smallUnitWords === undefined ? undefined : parseGenderedNounEntry(smallUnitWords),
  ];
  const cents = number.decimals.length === 2 ? Number(number.decimals) : 0;
  if (number.decimals.length > 0 && (number.decimals.length !== 2 || !smallUnit))
    return `${numberInWords(number, language, mainUnit.gender)} ${mainUnit.many}`;
  const wholeNumber = { whole: number.whole, decimals: '' };
  // "un million d'euros": a number that ends in the noun "million" is one of a magnitude.
  const noun =
    number.whole >= 1e6 && number.whole % 1e6 === 0
      ? language.ofMagnitude(mainUnit.many)
      : isNounSingularAfterNumber(wholeNumber, language)
        ? mainUnit.one
        : mainUnit.many;
  const mainAmount = `${numberInWords(wholeNumber, language, mainUnit.gender)} ${noun}`;
  if (cents === 0 || !smallUnit) return mainAmount;
  const centsWords = language.cardinal(cents, smallUnit.gender);
  const centsWithUnit = `${centsWords} ${language.isOne(cents) ? smallUnit.one : smallUnit.many}`;
  return number.whole === 0 ? centsWithUnit : language.withSmall(mainAmount, language.cardinal(cents), centsWithUnit);
}

/** The words of a match of an amount of money, or of a range of amounts. */
function moneyWords({ groups, before }: SpokenRuleMatch, language: SpokenLanguageRules): string | undefined {
  const { sign = '', code = '', minus, from = '', until, magnitude, per } = groups;
  const currency = codeOf(code === '' ? sign : code);
  const firstNumber = parseWrittenNumber(from, language);
  const lastNumber = until === undefined ? undefined : parseWrittenNumber(until, language);
  if (!currency || !firstNumber || (until !== undefined && !lastNumber)) return undefined;
  const noun = parseGenderedNounEntry(language.currencies[currency].split('/')[0] ?? '');
  const wordsOf = (number: WrittenNumber): string =>
    magnitude === undefined
      ? amountWords(number, currency, language)
      : numberWithMagnitudeInWords(number, magnitude, language, noun);
  // "$5–10": the currency is said once.
  const isFirstWithoutCurrency =
    magnitude !== undefined || (firstNumber.decimals === '' && lastNumber?.decimals === '');
  const amount = !lastNumber
    ? wordsOf(firstNumber)
    : `${isFirstWithoutCurrency ? numberInWords(firstNumber, language, noun.gender) : wordsOf(firstNumber)} ${language.words.to} ${wordsOf(lastNumber)}`;
  const signedAmount =
    minus === undefined || /[\p{L}\p{N}]$/u.test(before) ? amount : `${language.words.minus} ${amount}`;
  return per === undefined ? signedAmount : perUnitWords(signedAmount, per, language);
}

/** Amounts of money, with the sign or the code of the currency before or after them. */
export const spokenMoneyRules: MakeSpokenRules = (language) => {
  const numberPattern = writtenNumberPattern(language);
  // "$6.50" in German: the other convention, with two decimals.
  const amountPattern = `(?:${numberPattern}|\\d{1,12}[.,]\\d{2}(?!\\d)|\\d{1,3}(?:[.,]\\d{3})+[.,]\\d{2}(?!\\d))`;
  const signs = alternativesPattern(Object.keys(CURRENCY_CODES_BY_SIGN));
  const codes = CURRENCY_CODES.join('|');
  const endPattern = `(?: ?\\/ ?(?<per>\\p{L}{1,14}(?:\\/\\p{L}{1,14})?))?(?![\\p{L}\\p{N}_]|[.,:]\\p{N})`;
  const magnitude = `(?:(?<magnitude>${magnitudePattern(language)}))?`;
  // "3,2 millones de €".
  const magnitudeBefore = `(?:(?<magnitude>${magnitudePattern(language)})(?: d[ei](?= ?[€$£¥]))?)?`;
  const say = moneyWords;
  return [
    {
      pattern: new RegExp(
        `(?<![\\p{L}\\p{N}_$€£])(?<minus>[-−])?(?:(?<sign>${signs})|(?<code>${codes})) ?(?<from>${amountPattern})(?: ?[–-] ?(?:\\k<sign>)?(?<until>${amountPattern}))?${magnitude}${endPattern}`,
        'gu',
      ),
      say,
    },
    {
      pattern: new RegExp(
        `(?<![\\p{L}\\p{N}_$€£]|\\p{N}[.,:/-])(?<minus>[-−])?(?<from>${amountPattern})(?: ?[–-] ?(?<until>${amountPattern}))?${magnitudeBefore} ?(?:(?<sign>${signs})|(?<code>${codes}))${endPattern}`,
        'gu',
      ),
      say,
    },
  ];
};
