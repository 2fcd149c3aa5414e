import { MAX_NUMBER_IN_WORDS, type NounGender, type SpokenLanguageRules } from './spoken-language-rules.ts';

/** A sign as a part of a pattern. */
const escapeSign = (decimalSign: string): string => (decimalSign === '.' ? '\\.' : decimalSign);

/**
 * A pattern of numbers as a language writes them, without a group: "1,234.5", "1234.5"; outside of English a space divides
 * thousands, too. Up to 15 figures.
 */
export function writtenNumberPattern({ group, decimal }: Pick<SpokenLanguageRules, 'group' | 'decimal'>): string {
  const spacedPattern = group === '.' ? `|[1-9]\\d{0,2}(?: \\d{3})+(?!\\d)(?:,\\d{1,6})?` : '';
  return `(?:\\d{1,3}(?:[${group}'’]\\d{3})+(?!\\d)(?:${escapeSign(decimal)}\\d{1,6})?${spacedPattern}|\\d{1,15}(?:${escapeSign(decimal)}\\d{1,6})?)`;
}

/** The written form of a number: its whole part, and its digits after the decimal sign. */
export interface WrittenNumber {
  whole: number;
  decimals: string;
}

/**
 * Reads a number of writtenNumberPattern, or of the other convention where there is no doubt ("6.50" in German, "1.200,50" in English). @returns
 * undefined for a text that is not a number, or a number above MAX_NUMBER_IN_WORDS
 */
export function parseWrittenNumber(
  text: string,
  { group, decimal }: Pick<SpokenLanguageRules, 'group' | 'decimal'>,
): WrittenNumber | undefined {
  const compactText = text.replace(/[\s'’]/gu, '');
  const [, firstSign = '', lastSign = ''] = /^\d+([.,])(?:\d{3}\1)*(?:\d{3}([.,]))?\d+$/u.exec(compactText) ?? [];
  const isGrouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/u.test(compactText);
  const decimalSign =
    lastSign !== '' && lastSign !== firstSign ? lastSign : firstSign === group && !isGrouped ? group : decimal;
  const [whole = '', decimals = '', ...extraParts] = compactText.split(decimalSign);
  const figures = whole.replace(/[.,]/g, '');
  if (
    extraParts.length > 0 ||
    !/^\d+$/.test(figures) ||
    !/^\d*$/.test(decimals) ||
    Number(figures) > MAX_NUMBER_IN_WORDS
  )
    return undefined;
  return { whole: Number(figures), decimals };
}

/** The words of the digits of a number, one by one. */
export const digitsInWords = (figures: string, language: Pick<SpokenLanguageRules, 'cardinal'>): string =>
  [...figures].map((figure) => language.cardinal(Number(figure))).join(' ');

/** A number in words. */
export function numberInWords(
  { whole, decimals }: WrittenNumber,
  language: SpokenLanguageRules,
  gender?: NounGender,
): string {
  if (decimals === '') return language.cardinal(whole, gender);
  const [zeros = '', significantDigits = ''] = [/^0*/.exec(decimals)?.[0], decimals.replace(/^0*/, '')];
  const isReadAsNumber = language.decimals === 'number' && significantDigits !== '' && significantDigits.length <= 2;
  const decimalWords = isReadAsNumber
    ? [...(zeros === '' ? [] : [digitsInWords(zeros, language)]), language.cardinal(Number(significantDigits))].join(
        ' ',
      )
    : digitsInWords(decimals, language);
  return `${language.cardinal(whole)} ${language.words.point} ${decimalWords}`;
}

/** Reports whether a noun is in the singular after a number. */
export const isNounSingularAfterNumber = (
  { whole, decimals }: WrittenNumber,
  language: Pick<SpokenLanguageRules, 'isOne'>,
): boolean => language.isOne(Number(`${whole}.${decimals || '0'}`));
