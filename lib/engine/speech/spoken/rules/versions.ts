import type { SpokenLanguageRules } from '../spoken-language-rules.ts';
import { type MakeSpokenRules, WORD_END_PATTERN, WRITTEN_NUMBER_START_PATTERN } from '../spoken-rule.ts';

/** The numbers of a version or address in words. @param sign the word for the dots between them */
const wordsOfNumbers = (text: string, sign: string, language: SpokenLanguageRules): string =>
  text
    .split('.')
    .map((part) => language.cardinal(Number(part)))
    .join(` ${sign} `);

/** The word for the dots of a version: the word for the decimal point in languages that have one, else the name of the sign. */
const versionSign = ({ group, words }: SpokenLanguageRules): string => (group === ',' ? words.point : words.dot);

/** Versions ("v2.0.1", "2.0.1"), and addresses of machines ("192.168.0.1"). */
export const spokenVersionRules: MakeSpokenRules = () => [
  {
    pattern: new RegExp(
      `${WRITTEN_NUMBER_START_PATTERN}\\d{1,3}(?:\\.\\d{1,3}){3}(?:/(?<bits>\\d{1,2})|:(?<port>\\d{1,5}))?(?![\\p{L}\\p{N}]|\\.\\d)`,
      'gu',
    ),
    say({ text, groups: { bits, port } }, language) {
      const [address = ''] = text.split(/[/:]/);
      const { words, cardinal } = language;
      const wordsAfterSign = (sign: string, number: string | undefined): string =>
        number === undefined ? '' : ` ${sign} ${cardinal(Number(number))}`;
      return (
        wordsOfNumbers(address, words.dot, language) +
        wordsAfterSign(words.slash, bits) +
        wordsAfterSign(words.colon, port)
      );
    },
  },
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}_])[vV](?<number>\\d{1,4}(?:\\.\\d{1,4}){0,3})${WORD_END_PATTERN}(?!\\.\\d)`,
      'gu',
    ),
    say: ({ groups: { number = '' } }, language) =>
      `${language.words.version} ${wordsOfNumbers(number, versionSign(language), language)}`,
  },
  {
    pattern: new RegExp(
      `${WRITTEN_NUMBER_START_PATTERN}(?<number>\\d{1,2}\\.\\d{1,3}\\.\\d{1,3})${WORD_END_PATTERN}(?!\\.\\d)`,
      'gu',
    ),
    say: ({ groups: { number = '' } }, { group, ...language }) =>
      // Two groups of three figures are thousands, and two pairs a date.
      (group === '.' && /^\d+\.\d{3}\.\d{3}$/.test(number)) || /^\d{1,2}\.\d{1,2}\.\d{2}$/.test(number)
        ? undefined
        : wordsOfNumbers(number, versionSign({ group, ...language }), { group, ...language }),
  },
];
