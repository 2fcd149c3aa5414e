import { MAX_NUMBER_IN_WORDS, type NounGender, type SpokenLanguageRules } from './spoken-language-rules.ts';

const escaped = (sign: string): string => (sign === '.' ? '\\.' : sign);

/**
 * A pattern of numbers as a language writes them, without a group: "1,234.5", "1234.5"; outside of English a space divides
 * thousands, too. Up to 15 figures.
 */
export function writtenNumberPattern({ group, decimal }: Pick<SpokenLanguageRules, 'group' | 'decimal'>): string {
  const spaced = group === '.' ? `|[1-9]\\d{0,2}(?: \\d{3})+(?!\\d)(?:,\\d{1,6})?` : '';
  return `(?:\\d{1,3}(?:[${group}'’]\\d{3})+(?!\\d)(?:${escaped(decimal)}\\d{1,6})?${spaced}|\\d{1,15}(?:${escaped(decimal)}\\d{1,6})?)`;
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
  const plain = text.replace(/[\s'’]/gu, '');
  const [, first = '', last = ''] = /^\d+([.,])(?:\d{3}\1)*(?:\d{3}([.,]))?\d+$/u.exec(plain) ?? [];
  const isGrouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/u.test(plain);
  const sign = last !== '' && last !== first ? last : first === group && !isGrouped ? group : decimal;
  const [whole = '', decimals = '', ...more] = plain.split(sign);
  const figures = whole.replace(/[.,]/g, '');
  if (more.length > 0 || !/^\d+$/.test(figures) || !/^\d*$/.test(decimals) || Number(figures) > MAX_NUMBER_IN_WORDS)
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
  const [zeros = '', rest = ''] = [/^0*/.exec(decimals)?.[0], decimals.replace(/^0*/, '')];
  const asNumber = language.decimals === 'number' && rest !== '' && rest.length <= 2;
  const after = asNumber
    ? [...(zeros === '' ? [] : [digitsInWords(zeros, language)]), language.cardinal(Number(rest))].join(' ')
    : digitsInWords(decimals, language);
  return `${language.cardinal(whole)} ${language.words.point} ${after}`;
}

/** Reports whether a noun is in the singular after a number. */
export const isNounSingularAfterNumber = (
  { whole, decimals }: WrittenNumber,
  language: Pick<SpokenLanguageRules, 'isOne'>,
): boolean => language.isOne(Number(`${whole}.${decimals || '0'}`));
