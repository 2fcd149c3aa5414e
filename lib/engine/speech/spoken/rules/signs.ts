import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { SpokenLanguageRules } from '../spoken-language-rules.ts';
import { type MakeSpokenRules, WRITTEN_NUMBER_START_PATTERN } from '../spoken-rule.ts';
import { numberInWords, parseWrittenNumber, writtenNumberPattern } from '../written-number-pattern.ts';

const SUPERSCRIPT_DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Words for an exponent, in superscript or plain digits: "squared", or "to the power of six". */
function powerWords(exponent: string, language: SpokenLanguageRules): string {
  const figures = exponent
    .replace(/[⁰¹²³⁴-⁹]/gu, (figure) => String(SUPERSCRIPT_DIGITS.indexOf(figure)))
    .replace(/[⁻−]/gu, '-');
  const { words } = language;
  if (figures === '2') return words.squared;
  if (figures === '3') return words.cubed;
  const minus = figures.startsWith('-') ? `${words.minus} ` : '';
  return `${words.power} ${minus}${language.cardinal(Number(figures.replace('-', '')))}`;
}

/** Signs of comparison and of calculation, powers, ranges of plain numbers, "#", and slashes between words. */
export const spokenSignRules: MakeSpokenRules = (language) => {
  const { words, afterRange } = language;
  // compared: after a number or letter (`x > 3`: "greater than"); counted: before a number alone (`> 3 pages`: "more than").
  const comparisonWords: Readonly<Record<string, readonly [compared: string, counted: string]>> = {
    '<': [words.smaller, words.less],
    '>': [words.greater, words.more],
    '≤': [words.atMost, words.atMost],
    '<=': [words.atMost, words.atMost],
    '≥': [words.atLeast, words.atLeast],
    '>=': [words.atLeast, words.atLeast],
    '=': [words.equals, words.equals],
    '≠': [words.notEqual, words.notEqual],
    '!=': [words.notEqual, words.notEqual],
  };
  const number = writtenNumberPattern(language);
  return [
    {
      // "10²", "x^3".
      pattern: new RegExp(
        `(?<![\\p{L}_.])(?<base>\\p{N}{1,6}|\\p{L})(?:(?<raised>⁻?[${SUPERSCRIPT_DIGITS}]{1,3})|\\^(?<plain>[-−]?\\d{1,3}))(?![\\p{L}\\p{N}_])`,
        'gu',
      ),
      say: ({ groups: { base = '', raised, plain } }) =>
        `${/^\d+$/.test(base) ? language.cardinal(Number(base)) : base} ${powerWords(raised ?? plain ?? '', language)}`,
    },
    {
      // "10–20", and "10-20" where the words after it say that it is a range.
      pattern: new RegExp(
        `${WRITTEN_NUMBER_START_PATTERN}(?<from>${number})(?<sign> ?– ?|-)(?<until>${number})(?![\\p{L}\\p{N}_]|[.,:/–-]\\p{N})`,
        'gu',
      ),
      say({ groups: { from = '', until = '', sign = '' }, after }) {
        const [firstNumber, lastNumber] = [parseWrittenNumber(from, language), parseWrittenNumber(until, language)];
        if (
          !firstNumber ||
          !lastNumber ||
          firstNumber.whole > lastNumber.whole ||
          (sign === '-' && !afterRange.test(after))
        )
          return undefined;
        // "0201–0305": a number of an order or a room.
        if (/^0\d/.test(from) || /^0\d/.test(until)) return undefined;
        return `${numberInWords(firstNumber, language)} ${words.to} ${numberInWords(lastNumber, language)}`;
      },
    },
    {
      // "< 5 %", "x >= 3", "=$10"; not the heart "<3".
      pattern:
        /(?<=^|[\s\p{L}\p{N}%)(])(?<space>\s?)(?<sign><=|>=|!=|<(?!3(?![\p{N}.,%]))|[>≤≥≠=])\s?(?=[-−+]?[$€£]?\p{N})/gu,
      say: ({ groups: { sign = '' }, before }) => {
        const isCompared = /(?:\p{N}|%|(?<![\p{L}'’])\p{L})\s*$/u.test(before);
        return ` ${ownPropertyValue(comparisonWords, sign)?.[isCompared ? 0 : 1] ?? sign} `;
      },
    },
    {
      // "a < b", "p = q": between single letters.
      pattern: /(?<=(?<!\p{L})\p{L}\s)(?<sign><=|>=|!=|[<>≤≥≠=])(?=\s\p{L}(?!\p{L}))/gu,
      say: ({ groups: { sign = '' } }) => ownPropertyValue(comparisonWords, sign)?.[0] ?? sign,
    },
    // "~20", "≈ $5".
    { pattern: /(?<![\p{L}\p{N}~/])[~≈]\s?(?=[$€£]?\p{N})/gu, say: () => `${words.about} ` },
    // "±5".
    { pattern: /(?<![\p{L}\p{N}])±\s?(?=\p{N})/gu, say: () => `${words.plusMinus} ` },
    // "−5", with U+2212, the minus sign.
    { pattern: /(?<![\p{L}\p{N}])\u2212(?=\p{N})/gu, say: () => `${words.minus} ` },
    {
      // "#1".
      pattern: /(?<![\p{L}\p{N}_&/])#(?<number>\p{Nd}{1,6})(?![\p{L}\p{N}_])/gu,
      say: ({ groups: { number: figures } }) => `${words.number} ${language.cardinal(Number(figures))}`,
    },
    // "#launch".
    { pattern: /(?<![\p{L}\p{N}_&/])#(?=\p{L}{2})/gu, say: () => `${words.hashtag} ` },
    {
      // "A/B", "and/or", "his/her": people do not say the slash.
      pattern: /(?<=(?<![\p{L}\p{N}_/.~-])\p{L}{1,20})\/(?=\p{L}{1,20}(?![\p{L}\p{N}_/-]|\.\p{L}))/gu,
      say: () => ' ',
    },
  ];
};
