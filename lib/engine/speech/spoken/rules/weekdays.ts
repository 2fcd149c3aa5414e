import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { SpokenLanguageRules } from '../spoken-language-rules.ts';
import {
  alternativesPattern,
  doesAbbreviationEndLine,
  type MakeSpokenRules,
  type SpokenRule,
  WORD_START_PATTERN,
} from '../spoken-rule.ts';

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The day of the week of one of its spellings. */
const dayOf = (spelling: string, { weekdays }: Pick<SpokenLanguageRules, 'weekdays'>): string | undefined =>
  weekdays.find((names) => names.some((name) => name.toLowerCase() === spelling.toLowerCase()))?.[0];

/** No letter after a name of a day. */
const DAY_END = '(?![\\p{L}\\p{M}\\p{N}_-])';
/** The signs between two days that are both spoken: "sam. et dim.", "Mi. u. Do.". */
const JOINING_SIGNS = '&|u\\.';
/** Before a time or a date, the short name of a day is one: "lun. 3 mars", "Fr. 14:00". */
const beforeFigures = (months: SpokenLanguageRules['months']): string =>
  `(?= ?,? \\d{1,2}(?:[:.]\\d{2}| ?h(?![\\p{L}])| ?h ?\\d| Uhr| uur| ?[–-] ?\\d{1,2} ?(?:h|Uhr|uur)(?!\\p{L})|\\.? (?:${alternativesPattern(months.flat())})))`;

/** Ranges of days of the week: "Mon–Fri", "lun. au ven.", "L-V 9:00". */
function rangeRules(
  { weekdays, untilDay, dayLetters = {}, words: { to } }: SpokenLanguageRules,
  dayPattern: string,
): SpokenRule[] {
  const wordBetween = (between = ''): string => ownPropertyValue(untilDay, between.trim()) ?? to;
  // "mar a dom", "mar al sud".
  const mayBeArticle = (word: string): boolean => /^\p{L}{1,2}$/u.test(word) && (word !== to || to.length === 1);
  const say: SpokenRule['say'] = ({ groups: { from = '', dot, between = '', until = '', stop }, after }, language) => {
    const [firstDay, lastDay] = [dayOf(from, language), dayOf(until, language)];
    if (firstDay === undefined || lastDay === undefined || firstDay === lastDay) return undefined;
    // "zo - ma": two words.
    if (/^\p{Ll}{2}$/u.test(from) && /^ ?[–-] $|^ [–-]/u.test(between)) return undefined;
    if (dot === undefined && mayBeArticle(between.trim()) && !weekdays.some(([name]) => name === from))
      return undefined;
    return `${firstDay} ${wordBetween(between)} ${lastDay}${stop !== undefined && doesAbbreviationEndLine(after) ? '.' : ''}`;
  };
  const letters = Object.keys(dayLetters);
  const [firstLetter] = letters;
  return [
    {
      pattern: new RegExp(
        `${WORD_START_PATTERN}(?<from>${dayPattern})(?<dot>\\.)?(?<between> ?[–-] ?| (?:${alternativesPattern(Object.keys(untilDay))}) )(?<until>${dayPattern})(?<stop>\\.)?${DAY_END}`,
        'gu',
      ),
      say,
    },
    ...(firstLetter === undefined
      ? []
      : [
          {
            // A figure follows: "L-V" alone may be a name.
            pattern: new RegExp(
              `${WORD_START_PATTERN}(?:${firstLetter})(?<between> ?[–-] ?| (?:a|to) )(?<until>${letters.slice(1).join('|')})(?=[,:]? (?:\\p{Ll}{2,5} (?:las )?)?\\d)`,
              'gu',
            ),
            say: ({ groups: { between, until = '' } }: Parameters<SpokenRule['say']>[0]) =>
              `${ownPropertyValue(dayLetters, firstLetter) ?? ''} ${wordBetween(between)} ${ownPropertyValue(dayLetters, until) ?? ''}`,
          },
        ]),
  ];
}

/** Two days of the week, the first with its full stop, and a day before a date or time. */
function pairAndSingleRules({ words: { and }, months }: SpokenLanguageRules, dayPattern: string): SpokenRule[] {
  return [
    {
      pattern: new RegExp(
        `${WORD_START_PATTERN}(?<from>${dayPattern})\\. (?<between>${JOINING_SIGNS}|${and}) (?<until>${dayPattern})(?<stop>\\.)?${DAY_END}`,
        'gu',
      ),
      say({ groups: { from = '', until = '', stop }, after }, language) {
        const [firstDay, lastDay] = [dayOf(from, language), dayOf(until, language)];
        if (firstDay === undefined || lastDay === undefined) return undefined;
        return `${firstDay} ${and} ${lastDay}${stop !== undefined && doesAbbreviationEndLine(after) ? '.' : ''}`;
      },
    },
    {
      pattern: new RegExp(`${WORD_START_PATTERN}(?<name>${dayPattern})\\.${beforeFigures(months)}`, 'gu'),
      say: ({ groups: { name = '' } }, language) => dayOf(name, language),
    },
  ];
}

/** Days of the week in ranges, in pairs, and before dates and times. Any other short name is left as it is: many are words. */
export const spokenWeekdayRules: MakeSpokenRules = (language) => {
  const names = language.weekdays.flat();
  // "So" and "Do" with a capital letter are days of German only; languages with small letters may start a line with a capital one.
  const dayPattern = `(?:${alternativesPattern(new Set(names.flatMap((name) => [name, capitalize(name)])))})`;
  const { untilDay } = language;
  // "3 t/m 5": no tons per meter.
  const signs = Object.keys(untilDay).filter((word) => word.includes('/'));
  const numberRules: SpokenRule[] = signs.map((sign) => ({
    pattern: new RegExp(`(?<=\\d )${sign}(?= \\d)`, 'gu'),
    say: () => ownPropertyValue(untilDay, sign),
  }));
  return [...rangeRules(language, dayPattern), ...pairAndSingleRules(language, dayPattern), ...numberRules];
};
