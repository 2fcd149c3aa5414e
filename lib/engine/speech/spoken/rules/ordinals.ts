import { type MakeSpokenRules, type SpokenRule, WRITTEN_NUMBER_START_PATTERN } from '../spoken-rule.ts';

/** Ordinal numbers, decades, and years after a word that announces one. */
export const spokenOrdinalRules: MakeSpokenRules = ({ ordinals, decades, beforeYear, ...language }) => {
  const rules: SpokenRule[] = [];
  if (decades)
    rules.push({
      pattern: decades,
      say: ({ groups: { decade, short, two, mark = '' } }) => language.decade(Number(decade ?? short ?? two), mark),
    });
  if (ordinals)
    rules.push({
      pattern: ordinals,
      say: ({ groups: { number = '', mark = '' }, before }) =>
        language.ordinal(Number(number.replace(/\D/g, '')), language.ordinalGender(mark), before),
    });
  const yearPattern = '(?:1[1-9]|20)\\d\\d';
  // "in 1500 stores" counts; a year is followed by a mark or by a word that is not a plural.
  const yearEndPattern =
    "(?![\\p{L}\\p{N}%°€$£_]|[.,:/'’-]\\p{N}| ?[–-] ?\\p{N}| (?:\\p{Ll}+s|[kcm]?m|k?g|t|m?l|h|min|m?s|k?Wh?|[kMG]?Hz|[kMGT]B|V|°|Euros?|Dollars?|€|\\$|£|%)(?!\\p{L}))";
  rules.push({
    pattern: new RegExp(
      `${WRITTEN_NUMBER_START_PATTERN}(?<from>${yearPattern})(?: ?[–-] ?|/)(?<until>${yearPattern}|\\d\\d)(?![\\p{L}\\p{N}%°€$£_]|[.,:/-]\\p{N})`,
      'gu',
    ),
    say({ text, groups: { from = '', until = '' } }) {
      const endYear = until.length === 2 ? Number(from.slice(0, 2) + until) : Number(until);
      if (endYear <= Number(from)) return undefined;
      const isSeason = text.includes('/');
      if (isSeason && endYear !== Number(from) + 1) return undefined;
      const endWords = isSeason && until.length === 2 ? language.cardinal(Number(until)) : language.year(endYear);
      return `${language.year(Number(from))} ${isSeason ? '' : `${language.words.to} `}${endWords}`;
    },
  });
  rules.push({
    pattern: new RegExp(`(?<=(?<![\\p{L}])(?:${beforeYear.source}) )${yearPattern}${yearEndPattern}`, 'giu'),
    say: ({ text }) => language.year(Number(text)),
  });
  return rules;
};
