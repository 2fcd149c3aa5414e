import { findSpokenLanguageRules } from '../spoken/languages.ts';
import { findDatePartsInOrder, findMonthByName, fourDigitYear, isExistingDate } from '../spoken/rules/dates.ts';
import { timeOfDayOfMatch } from '../spoken/rules/times.ts';
import type { DateParts, SpokenLanguageRules } from '../spoken/spoken-language-rules.ts';
import { numberInWords, parseWrittenNumber } from '../spoken/written-number-pattern.ts';
import type { SayAs, SayAsDateFormat } from './script.ts';

/** The interpretation of a part of a text, as SSML's `say-as` names it. */
export interface SayAsInterpretation {
  as?: SayAs | undefined;
  format?: SayAsDateFormat | undefined;
}

/**
 * Returns the words of a text as `say-as` asks for them, written out so that every engine says the same.
 * @param language BCP 47
 * @returns undefined in a language without spoken forms, and for a text that does not fit the interpretation: the engine then interprets it
 * as far as it can
 */
export function wordsForSayAs(text: string, interpretation: SayAsInterpretation, language: string): string | undefined {
  const rules = findSpokenLanguageRules(language);
  return rules && wordsAs(text, interpretation, rules);
}

function wordsAs(text: string, { as, format }: SayAsInterpretation, language: SpokenLanguageRules): string | undefined {
  if (as === 'cardinal') {
    const [, minus, figures = ''] = /^([-−])?(.*)$/su.exec(text) ?? [];
    const number = /^[\d.,'’\s]+$/u.test(figures) ? parseWrittenNumber(figures, language) : undefined;
    return number && (minus === undefined ? '' : `${language.words.minus} `) + numberInWords(number, language);
  }
  if (as === 'ordinal') {
    const number = /^[\d.,\s]{1,12}\p{L}{0,3}$/u.test(text) ? Number(text.replace(/\D/g, '')) : 0;
    return number > 0 ? language.ordinal(number) : undefined;
  }
  if (as === 'date') return dateAs(text, format, language);
  if (as === 'time') return timeAs(text, format, language);
  return undefined;
}

/** A date by its format, whose letters define each number; without a format, in the order of the language. */
function dateAs(text: string, format: SayAsDateFormat | undefined, language: SpokenLanguageRules): string | undefined {
  const values = text.match(/\d+|\p{L}{3,}/gu) ?? [];
  const numberOf = (value: string): number | undefined =>
    /^\d+$/.test(value) ? Number(value) : findMonthByName(value, language);
  let parts: DateParts | undefined;
  if (format === undefined) {
    const [first = '', second = '', third] = values;
    const [a, b] = [numberOf(first), numberOf(second)];
    if (a === undefined || b === undefined) return undefined;
    if (first.length === 4) parts = { year: a, month: b, day: third === undefined ? undefined : Number(third) };
    else parts = findDatePartsInOrder([a, b], third === undefined ? undefined : fourDigitYear(third), language.order);
  } else {
    const signs = [...format];
    if (signs.length !== values.length) return undefined;
    const numberAt = (sign: string): number | undefined => {
      const value = values[signs.indexOf(sign)];
      return value === undefined ? undefined : sign === 'y' ? fourDigitYear(value) : numberOf(value);
    };
    parts = { day: numberAt('d'), month: numberAt('m'), year: numberAt('y') };
  }
  if (!parts || !isExistingDate(parts) || Object.values(parts).some(Number.isNaN)) return undefined;
  if (parts.day === undefined && parts.month === undefined)
    return parts.year === undefined ? undefined : language.year(parts.year);
  const isDayFirst = format === undefined ? language.order === 'dmy' : format.indexOf('d') < format.indexOf('m');
  return language.date(parts, '', isDayFirst);
}

function timeAs(text: string, format: SayAsDateFormat | undefined, language: SpokenLanguageRules): string | undefined {
  const { groups } =
    /^(?<hour>\d{1,2})[:.h](?<minute>\d{2})(?:[:.](?<second>\d{2}))?\s?(?<half>[AaPp]\.?[Mm]\.?)?$/u.exec(
      text.trim(),
    ) ?? {};
  const time = groups && timeOfDayOfMatch(groups);
  if (!time) return undefined;
  if (format !== 'hms12' || time.half !== undefined) return language.time(time, '');
  return language.time({ ...time, hour: time.hour % 12 || 12 }, '');
}
