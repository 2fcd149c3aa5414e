/** A digit of any script. */
const DIGIT = /\p{Nd}/u;
/** Quarters, halves, phases, days, weeks, months and years with a number after the word, in the languages of most decks: `Q3 2026`. */
const PERIOD_PATTERN =
  /^(?:Q|H|T|S|KW|FY|CW|day|week|month|year|phase|tag|woche|monat|jahr|jour|semaine|mois|année|día|semana|mes|año|giorno|settimana|mese|anno|dia|ano)\.?\s?\p{Nd}{1,4}(?:\s?[/–-]?\s?\p{Nd}{2,4})?$/iu;
/** A year, alone or with another one after a dash: `1998`, `2024–26`, `2030s`, `450 BC`. */
const YEAR_PATTERN =
  /^(?:(?:ca?\.|um|vers|circa|early|mid|late|end of|anfang|mitte|ende|~)[\s-]?)?\p{Nd}{3,4}s?(?:\s?(?:[–-]|to|bis)\s?\p{Nd}{2,4})?(?:\s?(?:BC|AD|CE|BCE|年))?$/iu;
/** Dates in figures: `2026-11-27`, `27.11.2026`, `11/27`, `27. 11.`. */
const NUMERIC_DATE_PATTERN = /^\p{Nd}{1,4}[./-]\s?\p{Nd}{1,2}(?:[./-]\s?(?:\p{Nd}{2,4})?)?$/u;
/** Times of the day: `9:30`, `14:00–15:30`, `9 am`. */
const TIME_PATTERN =
  /^\p{Nd}{1,2}(?:[:.h]\p{Nd}{2})?\s?(?:am|pm|a\.m\.|p\.m\.|Uhr|h)?(?:\s?[–-]\s?\p{Nd}{1,2}(?:[:.h]\p{Nd}{2})?\s?(?:am|pm|Uhr|h)?)?$/iu;
/** Years, months and days in Chinese and Japanese: `2026年11月27日`, `11月`. */
const EAST_ASIAN_DATE_PATTERN =
  /^\p{Nd}{1,4}\s?年(?:\s?\p{Nd}{1,2}\s?月)?(?:\s?\p{Nd}{1,2}\s?日)?$|^\p{Nd}{1,2}\s?月(?:\s?\p{Nd}{1,2}\s?日)?$/u;

/** The languages whose names of months are recognized. */
const MONTH_LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'sv',
  'da',
  'tr',
  'ru',
  'uk',
  'ar',
  'hi',
] as const;

/** The result of `monthNames`, which is made once; undefined before its first call. */
let cachedMonthNames: ReadonlySet<string> | undefined;

/** The names of the months, long and short, in lower case. They are made at the first call, because `Intl` is slow. */
function monthNames(): ReadonlySet<string> {
  cachedMonthNames ??= new Set(
    MONTH_LANGUAGES.flatMap((language) =>
      (['long', 'short'] as const).flatMap((month) => {
        const format = new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' });
        return Array.from({ length: 12 }, (_, index) => {
          const parts = format.formatToParts(Date.UTC(2026, index, 15));
          const name = parts.find(({ type }) => type === 'month')?.value ?? '';
          return name.toLowerCase().replace(/\.$/u, '');
        });
      }),
    ).filter((name) => name.length > 1),
  );
  return cachedMonthNames;
}

/** Words that dates have next to numbers and months. */
const LINKING_WORDS = new Set([
  'of',
  'de',
  'del',
  'di',
  'to',
  'bis',
  'le',
  'den',
  'early',
  'mid',
  'late',
  'anfang',
  'ende',
  'mitte',
]);

/** Reports whether a text is a month with or without day and year: `May 2026`, `3. März`, `12 de abril de 2027`. */
function isMonthText(text: string): boolean {
  const words = text
    .toLowerCase()
    .split(/[\s,–/-]+/u)
    .filter((word) => word !== '');
  const isMonth = (word: string): boolean => monthNames().has(word.replace(/\.$/u, ''));
  return (
    words.some(isMonth) &&
    words.every(
      (word) => isMonth(word) || LINKING_WORDS.has(word) || /^\p{Nd}{1,4}(?:\.|st|nd|rd|th|er|º)?$/u.test(word),
    )
  );
}

/** Reports whether a normalized text is a date, a time or a period as people write it on a slide: `2019`, `Q3 2026`, `12 May`, `9:30`. */
export const isDateOrPeriodText = (text: string): boolean => {
  const trimmed = text.trim();
  if (isMonthText(trimmed)) return true;
  return (
    DIGIT.test(trimmed) &&
    [PERIOD_PATTERN, YEAR_PATTERN, NUMERIC_DATE_PATTERN, TIME_PATTERN, EAST_ASIAN_DATE_PATTERN].some((pattern) =>
      pattern.test(trimmed),
    )
  );
};
