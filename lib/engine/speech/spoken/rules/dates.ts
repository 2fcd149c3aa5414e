import type { DateParts, SpokenLanguageRules } from '../spoken-language-rules.ts';
import {
  alternativesPattern,
  doesAbbreviationEndLine,
  type MakeSpokenRules,
  WORD_START_PATTERN,
  WRITTEN_NUMBER_END_PATTERN,
  WRITTEN_NUMBER_START_PATTERN,
} from '../spoken-rule.ts';

/** The largest day of each month, in a leap year. */
const MONTH_LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Reports whether a date exists. */
export const isExistingDate = ({ day, month, year }: DateParts): boolean =>
  (month === undefined || (month >= 1 && month <= 12)) &&
  (day === undefined || (day >= 1 && day <= (MONTH_LENGTHS[(month ?? 1) - 1] ?? 31))) &&
  (year === undefined || (year >= 1 && year <= 9999));

/** A year of two figures counts as one of this century. */
export const fourDigitYear = (figures: string): number => Number(figures) + (figures.length <= 2 ? 2000 : 0);

/** The numbers of a date in the language's order, or in the only order in which they are a date. */
export function findDatePartsInOrder(
  [first, second]: readonly [number, number],
  year: number | undefined,
  order: 'mdy' | 'dmy',
): DateParts | undefined {
  const orders = [
    { month: first, day: second, year },
    { day: first, month: second, year },
  ];
  return (order === 'mdy' ? orders : orders.toReversed()).find(isExistingDate);
}

/** The month of a name; undefined for another word. */
export function findMonthByName(name: string, { months }: Pick<SpokenLanguageRules, 'months'>): number | undefined {
  const monthIndex = months.findIndex((names) =>
    names.some((monthName) => monthName.toLowerCase() === name.toLowerCase().replace(/\.$/, '')),
  );
  return monthIndex < 0 ? undefined : monthIndex + 1;
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Dates in figures and with names of months. */
export const spokenDateRules: MakeSpokenRules = ({ months, dates, dateSigns, beforeDay, order }) => [
  {
    pattern: new RegExp(
      `${WRITTEN_NUMBER_START_PATTERN}(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})(?![\\p{L}\\p{N}_-])`,
      'gu',
    ),
    say({ groups: { year, month, day }, before }, language) {
      const parts = { year: Number(year), month: Number(month), day: Number(day) };
      return isExistingDate(parts) ? language.date(parts, before, order === 'dmy') : undefined;
    },
  },
  {
    pattern: new RegExp(
      `${WRITTEN_NUMBER_START_PATTERN}(?<first>\\d{1,2})(?<sign>[${dateSigns}]) ?(?<second>\\d{1,2})\\k<sign> ?(?<year>\\d{4}|\\d{2})${WRITTEN_NUMBER_END_PATTERN}(?![-/])`,
      'gu',
    ),
    say({ groups: { first, second, year = '' }, before }, language) {
      const parts = findDatePartsInOrder([Number(first), Number(second)], fourDigitYear(year), order);
      return parts && language.date(parts, before, order === 'dmy');
    },
  },
  ...(beforeDay === undefined
    ? []
    : [
        {
          pattern: new RegExp(
            `(?<=${WORD_START_PATTERN}(?:${beforeDay.source}) )(?<day>\\d{1,2})\\.(?<month>\\d{1,2})\\.(?! ?\\d)`,
            'giu',
          ),
          say(
            {
              groups: { day, month },
              before,
              after,
            }: { groups: Readonly<Record<string, string | undefined>>; before: string; after: string },
            language: SpokenLanguageRules,
          ) {
            const parts = { day: Number(day), month: Number(month) };
            return isExistingDate(parts)
              ? language.date(parts, before, true) + (doesAbbreviationEndLine(after) ? '.' : '')
              : undefined;
          },
        },
      ]),
  ...dates.map((dateForm) => ({
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}_/.-])${dateForm
        .replace(
          'MONTH',
          `(?<month>${alternativesPattern(new Set(months.flat().flatMap((name) => [name, capitalize(name)])))})`,
        )
        .replace('DAY', '(?<day>\\d{1,2})')
        .replace('YEAR', '(?<year>[12]\\d{3})')}${WRITTEN_NUMBER_END_PATTERN}`,
      'gu',
    ),
    say(
      {
        groups: { day, month = '', year },
        before,
        text,
        after,
      }: { groups: Readonly<Record<string, string | undefined>>; before: string; text: string; after: string },
      language: SpokenLanguageRules,
    ) {
      const parts: DateParts = {
        day: day === undefined ? undefined : Number(day),
        month: findMonthByName(month, language),
        year: year === undefined ? undefined : Number(year),
      };
      if (parts.month === undefined || !isExistingDate(parts)) return undefined;
      const isDayFirst = day !== undefined && text.indexOf(day) < text.indexOf(month);
      return (
        language.date(parts, before, isDayFirst) + (text.endsWith('.') && doesAbbreviationEndLine(after) ? '.' : '')
      );
    },
  })),
];
