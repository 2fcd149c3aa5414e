import type { Abbreviation } from './abbreviation.ts';
import type { CurrencyCode, UnitSymbol } from './unit-symbols.ts';

/** The gender of a noun, which numbers before it agree with. */
export type NounGender = 'm' | 'f' | 'n';

/** A noun that is counted. */
export interface CountedNoun {
  one: string;
  many: string;
  gender: NounGender;
}

/** A date of the Gregorian calendar, or a part of one. */
export interface DateParts {
  day?: number | undefined;
  /** 1–12. */
  month?: number | undefined;
  year?: number | undefined;
}

/** A time of day. */
export interface TimeOfDayParts {
  /** 0–24. */
  hour: number;
  minute: number;
  second?: number | undefined;
  /** Written after the time. */
  half?: 'AM' | 'PM' | undefined;
}

/** The words before a number, from which some languages take its ending. */
export type WordsBeforeNumber = string;

/** The rules by which a language reads numbers and signs aloud. All functions are pure; numbers are whole and at least 0. */
export interface SpokenLanguageRules {
  /** The number in words, in the form before a noun of the gender; without one, as people count. At most MAX_NUMBER_IN_WORDS. */
  cardinal(value: number, gender?: NounGender): string;
  /** The place in a row, in the form that the word before it asks for. */
  ordinal(value: number, gender?: NounGender, before?: WordsBeforeNumber): string;
  year(value: number): string;
  /** The sign between thousands. */
  group: ',' | '.';
  /** The sign before decimals. */
  decimal: ',' | '.';
  /** Decimals are read as one number ("fourteen"), or figure by figure ("one four"). */
  decimals: 'number' | 'figures';
  /** Reports whether a noun after the number is singular. */
  isOne(value: number): boolean;
  words: Readonly<
    Record<
      | 'point'
      | 'minus'
      | 'plus'
      | 'plusMinus'
      | 'to'
      | 'percent'
      | 'permille'
      | 'about'
      | 'less'
      | 'more'
      | 'smaller'
      | 'greater'
      | 'atMost'
      | 'atLeast'
      | 'equals'
      | 'notEqual'
      | 'number'
      | 'by'
      | 'times'
      | 'dot'
      | 'slash'
      | 'dash'
      | 'underscore'
      | 'at'
      | 'colon'
      | 'version'
      | 'ratio'
      | 'outOf'
      | 'squared'
      | 'cubed'
      | 'power'
      | 'and'
      | 'hashtag',
      string
    >
  >;
  /** `10x`: the factor in words. */
  factor(words: string): string;
  /** "A per B". @param per the singular of B */
  per(noun: string, per: string, symbol: string): string;
  units: Readonly<Record<UnitSymbol, string>>;
  /** Symbols that only this language has: "Mo" for megabytes. */
  unitSpellings?: Readonly<Record<string, UnitSymbol>>;
  /** Each with its small unit after a slash: "f one|many/m one|many". */
  currencies: Readonly<Record<CurrencyCode, string>>;
  /** An amount with its smaller unit: "six dollars fifty". @param small in words, with the name of the unit in the second */
  withSmall(amount: string, small: string, smallNamed: string): string;
  /** Words after a slash that name a period: "$19/mo". By their lower-case spelling. */
  periods: Readonly<Record<string, string>>;
  /** Factors of a thousand and more, by their spelling: its power of ten and the noun. */
  magnitudes: Readonly<Record<string, readonly [power: 3 | 6 | 9 | 12, noun: string]>>;
  /** The words between a magnitude and the name of a currency: "millions d'euros". */
  ofMagnitude(noun: string): string;
  /** Names of months in lower case, by month; the first is said. */
  months: readonly (readonly string[])[];
  /** Names of the days of the week from Monday, the first is said; further spellings of each count in ranges: "Mon–Fri". */
  weekdays: readonly (readonly string[])[];
  /** Words between two days that make a range ("lun. au ven."), each with its spoken words. */
  untilDay: Readonly<Record<string, string>>;
  /** Days of the week that are written as one letter in opening hours, in languages that do so: "L-V 9:00". The first starts a range. */
  dayLetters?: Readonly<Record<string, string>>;
  /** The order of the numbers in a date with slashes. */
  order: 'mdy' | 'dmy';
  /** The signs between the numbers of a date. */
  dateSigns: string;
  /** @param isDayFirst the day is written before the month, or the language has it there */
  date(parts: DateParts, before: WordsBeforeNumber, isDayFirst: boolean): string;
  time(parts: TimeOfDayParts, before: WordsBeforeNumber): string;
  /** Times as the language writes them besides "17:30": patterns with the groups `hour`, `minute`, `second`, `half`. */
  times: readonly string[];
  /** The hour of a range in which one of the times has no minutes ("9h–17h30"): a pattern with the groups `hour` and `minute`. */
  rangeTime?: string;
  /** "9:30 am" is before noon; in other languages "am" may be a word. */
  hasPlainAm?: true;
  /** The part of a time that may follow "17:30": a pattern such as " Uhr". */
  afterTime: string;
  /** A length of time in hours, minutes and seconds. */
  duration(hours: number, minutes: number, seconds: number): string;
  /** Dates with the name of a month: patterns with DAY, MONTH and YEAR as placeholders. */
  dates: readonly string[];
  /** Words before a year. */
  beforeYear: RegExp;
  /** Words before a day and month in figures without a year. */
  beforeDay: RegExp | undefined;
  /** Fractions by numerator and denominator ("1/2"). */
  fractions: Readonly<Record<string, string>>;
  /** A fraction after a whole number: "two and a half". */
  mixed(whole: string, fraction: string): string;
  abbreviations: Readonly<Record<string, Abbreviation>>;
  /** Ordinal numbers as the language writes them; group `number`, and what gives the gender in `mark`. */
  ordinals: RegExp | undefined;
  ordinalGender(mark: string): NounGender;
  /** Follows two numbers with a hyphen that are a range: "3-5 days", not a result of a game. */
  afterRange: RegExp;
  /** Decades: group `decade` ("1990"), `short` or `two` ("90"), and `mark`. */
  decades: RegExp | undefined;
  decade(value: number, mark: string): string;
  /** Words before a Roman numeral that is read as a number, and names before one that is read as `afterName`. */
  romanAfter: RegExp;
  romanNames: RegExp;
  /** @param before ends in the name */
  afterName(value: number, before: WordsBeforeNumber): string;
  /** Roman numerals in a pattern of the language: group `roman`. */
  romanOrdinals: RegExp | undefined;
  romanOrdinal(value: number, mark: string, before: WordsBeforeNumber): string;
}

/** The largest number that is read as words. */
export const MAX_NUMBER_IN_WORDS = 999_999_999_999_999;

/** Reads a noun of a table: its gender, its singular and, if it has another, its plural ("f Stunde|Stunden"). */
export function parseGenderedNounEntry(text: string): CountedNoun {
  const [, gender, words = ''] = /^(?:([mfn]) )?(.*)$/su.exec(text) ?? [];
  const [one = '', many = one] = words.split('|');
  return { one, many, gender: gender === 'f' || gender === 'n' ? gender : 'm' };
}
