import type { SpokenLanguage } from '../spoken-language.ts';
import { alternatives, endsLine, type RulesOf, START } from '../spoken-rule.ts';

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The day of the week of one of its spellings. */
const dayOf = (written: string, { weekdays }: Pick<SpokenLanguage, 'weekdays'>): string | undefined =>
  weekdays.find((names) => names.some((name) => name.toLowerCase() === written.toLowerCase()))?.[0];

/** Ranges of days of the week: "Mon–Fri". A single short name is left as it is: many are words. */
export const weekdayRules: RulesOf = ({ weekdays, words: { to } }) => {
  const names = weekdays.flat();
  // "So" and "Do" with a capital letter are days of German only; languages with small letters may start a line with a capital one.
  const day = `(?:${alternatives(new Set(names.flatMap((name) => [name, capital(name)])))})`;
  // A word of one letter may be an article: "ter a dom".
  const word = to.length > 1 ? `| ${to} ` : '';
  return [
    {
      pattern: new RegExp(
        `${START}(?<from>${day})\\.?(?: ?[–-] ?${word})(?<until>${day})(?<stop>\\.)?(?![\\p{L}\\p{M}\\p{N}_-])`,
        'gu',
      ),
      say({ text, groups: { from = '', until = '', stop }, after }, language) {
        const [first, last] = [dayOf(from, language), dayOf(until, language)];
        if (first === undefined || last === undefined || first === last) return undefined;
        // "zo - ma": two words.
        if (/^\p{Ll}{2}$/u.test(from) && text.includes(' ')) return undefined;
        return `${first} ${to} ${last}${stop !== undefined && endsLine(after) ? '.' : ''}`;
      },
    },
  ];
};
