import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { parseCountedNoun, type SpokenLanguageRules } from '../spoken-language-rules.ts';
import { alternativesPattern, type MakeSpokenRules, type SpokenRuleMatch } from '../spoken-rule.ts';
import { CURRENCY_CODES, CURRENCY_SIGNS, type CurrencyCode } from '../unit-symbols.ts';
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
  ownPropertyValue(CURRENCY_SIGNS, sign) ?? CURRENCY_CODES.find((code) => code === sign);

/** An amount of a currency in words. */
function amountWords(number: WrittenNumber, code: CurrencyCode, language: SpokenLanguageRules): string {
  const [bigWords = '', smallWords] = language.currencies[code].split('/');
  const [big, small] = [
    parseCountedNoun(bigWords),
    smallWords === undefined ? undefined : parseCountedNoun(smallWords),
  ];
  const cents = number.decimals.length === 2 ? Number(number.decimals) : 0;
  if (number.decimals.length > 0 && (number.decimals.length !== 2 || !small))
    return `${numberInWords(number, language, big.gender)} ${big.many}`;
  const whole = { whole: number.whole, decimals: '' };
  // "un million d'euros": a number that ends in the noun "million" is one of a magnitude.
  const noun =
    number.whole >= 1e6 && number.whole % 1e6 === 0
      ? language.ofMagnitude(big.many)
      : isNounSingularAfterNumber(whole, language)
        ? big.one
        : big.many;
  const bigs = `${numberInWords(whole, language, big.gender)} ${noun}`;
  if (cents === 0 || !small) return bigs;
  const figure = language.cardinal(cents, small.gender);
  const named = `${figure} ${language.isOne(cents) ? small.one : small.many}`;
  return number.whole === 0 ? named : language.withSmall(bigs, language.cardinal(cents), named);
}

function moneyWords({ groups, before }: SpokenRuleMatch, language: SpokenLanguageRules): string | undefined {
  const { sign = '', code = '', minus, from = '', until, magnitude, per } = groups;
  const currency = codeOf(code === '' ? sign : code);
  const first = parseWrittenNumber(from, language);
  const last = until === undefined ? undefined : parseWrittenNumber(until, language);
  if (!currency || !first || (until !== undefined && !last)) return undefined;
  const noun = parseCountedNoun(language.currencies[currency].split('/')[0] ?? '');
  const words = (number: WrittenNumber): string =>
    magnitude === undefined
      ? amountWords(number, currency, language)
      : numberWithMagnitudeInWords(number, magnitude, language, noun);
  // "$5–10": the currency is said once.
  const isPlain = magnitude !== undefined || (first.decimals === '' && last?.decimals === '');
  const amount = !last
    ? words(first)
    : `${isPlain ? numberInWords(first, language, noun.gender) : words(first)} ${language.words.to} ${words(last)}`;
  const signed = minus === undefined || /[\p{L}\p{N}]$/u.test(before) ? amount : `${language.words.minus} ${amount}`;
  return per === undefined ? signed : perUnitWords(signed, per, language);
}

/** Amounts of money, with the sign or the code of the currency before or after them. */
export const spokenMoneyRules: MakeSpokenRules = (language) => {
  const number = writtenNumberPattern(language);
  // "$6.50" in German: the other convention, with two decimals.
  const amount = `(?:${number}|\\d{1,12}[.,]\\d{2}(?!\\d)|\\d{1,3}(?:[.,]\\d{3})+[.,]\\d{2}(?!\\d))`;
  const signs = alternativesPattern(Object.keys(CURRENCY_SIGNS));
  const codes = CURRENCY_CODES.join('|');
  const rest = `(?: ?\\/ ?(?<per>\\p{L}{1,14}(?:\\/\\p{L}{1,14})?))?(?![\\p{L}\\p{N}_]|[.,:]\\p{N})`;
  const magnitude = `(?:(?<magnitude>${magnitudePattern(language)}))?`;
  // "3,2 millones de €".
  const magnitudeBefore = `(?:(?<magnitude>${magnitudePattern(language)})(?: d[ei](?= ?[€$£¥]))?)?`;
  const say = moneyWords;
  return [
    {
      pattern: new RegExp(
        `(?<![\\p{L}\\p{N}_$€£])(?<minus>[-−])?(?:(?<sign>${signs})|(?<code>${codes})) ?(?<from>${amount})(?: ?[–-] ?(?:\\k<sign>)?(?<until>${amount}))?${magnitude}${rest}`,
        'gu',
      ),
      say,
    },
    {
      pattern: new RegExp(
        `(?<![\\p{L}\\p{N}_$€£]|\\p{N}[.,:/-])(?<minus>[-−])?(?<from>${amount})(?: ?[–-] ?(?<until>${amount}))?${magnitudeBefore} ?(?:(?<sign>${signs})|(?<code>${codes}))${rest}`,
        'gu',
      ),
      say,
    },
  ];
};
