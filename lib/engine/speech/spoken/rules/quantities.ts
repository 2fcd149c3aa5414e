import { parseCountedNoun, type SpokenLanguageRules } from '../spoken-language-rules.ts';
import {
  alternativesPattern,
  type MakeSpokenRules,
  type SpokenRuleMatch,
  WORD_END_PATTERN,
  WORD_START_PATTERN,
} from '../spoken-rule.ts';
import { UNIT_SPELLINGS, UNIT_SYMBOLS } from '../unit-symbols.ts';
import {
  isNounSingularAfterNumber,
  numberInWords,
  parseWrittenNumber,
  writtenNumberPattern,
} from '../written-number-pattern.ts';
import { magnitudePattern, numberWithMagnitudeInWords } from './magnitudes.ts';
import { perUnitOfMeasure, perUnitWords, unitsOfSymbol } from './per.ts';

/** Letters that mean several things directly after a number, and more often another than the unit: "5m users", "in the 90s". */
const AMBIGUOUS = /^[mt]$/;
/** Magnitudes that are read only with a currency. */
const ONLY_MONEY = /^[mbtT]$/;
/** "4K", "8K": names of formats. */
const RESOLUTION = /^[24568]$/;

const signWords = (sign: string | undefined, { words }: SpokenLanguageRules): string =>
  sign === undefined ? '' : `${sign === '±' ? words.plusMinus : sign === '+' ? words.plus : words.minus} `;

/** The noun after a number. @param isOne the number asks for the singular */
function unitWords(symbol: string, isOne: boolean, language: SpokenLanguageRules): string {
  if (symbol === '%') return language.words.percent;
  if (symbol === '‰') return language.words.permille;
  const [unit, per] = unitsOfSymbol(symbol, language) ?? [];
  if (unit === undefined) return symbol;
  const noun = parseCountedNoun(language.units[unit]);
  const words = isOne ? noun.one : noun.many;
  return per === undefined ? words : perUnitOfMeasure(words, per, language);
}

function quantityWords({ groups, text, before }: SpokenRuleMatch, language: SpokenLanguageRules): string | undefined {
  const { sign, from = '', until, magnitude, unit = '', per } = groups;
  const first = parseWrittenNumber(from, language);
  const last = until === undefined ? undefined : parseWrittenNumber(until, language);
  if (!first || (until !== undefined && !last)) return undefined;
  // A hyphen after a word is not a minus.
  const isSigned = sign === undefined || sign === '±' || !/[\p{L}\p{N}]\s?$/u.test(before) || sign === '−';
  if (!isSigned) return undefined;
  if (AMBIGUOUS.test(unit) && !text.includes(' ') && per === undefined && language.group === ',') return undefined;
  const [known] = unitsOfSymbol(unit, language) ?? [];
  const gender = known === undefined ? undefined : parseCountedNoun(language.units[known]).gender;
  // "uno por ciento", but "ein Prozent".
  const isUncounted = /[%‰]/.test(unit) && language.decimals === 'number';
  const isOne = isNounSingularAfterNumber(last ?? first, language);
  const numbers =
    magnitude === undefined
      ? [first, ...(last ? [last] : [])]
          .map((number) => numberInWords(number, language, gender ?? (unit === '' || isUncounted ? undefined : 'm')))
          .join(` ${language.words.to} `)
      : numberWithMagnitudeInWords(first, magnitude, language);
  const words = `${signWords(sign, language)}${numbers}${unit === '' ? '' : ` ${unitWords(unit, isOne, language)}`}`;
  if (per === undefined) return words;
  return unitsOfSymbol(per, language) ? perUnitOfMeasure(words, per, language) : perUnitWords(words, per, language);
}

/** Percentages, measures with their unit, magnitudes and lengths of time. */
export const spokenQuantityRules: MakeSpokenRules = (language) => {
  const number = writtenNumberPattern(language);
  const spellings = { ...UNIT_SPELLINGS, ...language.unitSpellings };
  const unit = alternativesPattern([...UNIT_SYMBOLS, ...Object.keys(spellings), '%', '‰']);
  const start = '(?<![\\p{L}\\p{N}_$€£]|\\p{N}[.,:/])';
  const numbers = `(?:(?<sign>[-−+±]) ?)?(?<from>${number})(?: ?(?:–|-|\\.\\.\\.?|…) ?(?<until>${number}))?`;
  const isTime = {
    pattern: new RegExp(
      `${WORD_START_PATTERN}(?:(?<hours>\\d{1,3}) ?h ?(?<minutes>\\d{1,2})(?: ?(?:min|m)(?: ?(?<seconds>\\d{1,2}) ?s)?)?|(?<onlyMinutes>\\d{1,3}) ?(?:min|m) ?(?<onlySeconds>\\d{1,2}) ?s)${WORD_END_PATTERN}`,
      'gu',
    ),
  };
  return [
    {
      ...isTime,
      say: ({ groups: { hours, minutes, seconds, onlyMinutes, onlySeconds } }) =>
        language.duration(Number(hours ?? 0), Number(minutes ?? onlyMinutes ?? 0), Number(seconds ?? onlySeconds ?? 0)),
    },
    {
      // "10%-15%", "5 km–10 km": the unit is written twice.
      pattern: new RegExp(
        `${start}(?<from>${number}) ?(?<unit>${unit}) ?[–-] ?(?<until>${number}) ?\\k<unit>(?![\\p{L}\\p{N}_/²³⁻])`,
        'gu',
      ),
      say(match) {
        const [first, last] = [match.groups.from, match.groups.until].map((text) =>
          parseWrittenNumber(text ?? '', language),
        );
        // "5 km - 3 km" is a difference.
        return first && last && first.whole > last.whole ? undefined : quantityWords(match, language);
      },
    },
    {
      pattern: new RegExp(
        `${start}${numbers} ?(?<unit>${unit})(?: ?\\/ ?(?<per>\\p{L}{1,14}[²³]?))?(?![\\p{L}\\p{N}_²³⁻])`,
        'gu',
      ),
      say: quantityWords,
    },
    {
      pattern: new RegExp(
        `${start}(?<sign>[-−+±])?(?<from>${number})(?<magnitude>${magnitudePattern(language)})(?![\\p{L}\\p{N}_])`,
        'gu',
      ),
      say(match) {
        const { magnitude = '', from = '' } = match.groups;
        if (ONLY_MONEY.test(magnitude) || (magnitude === 'K' && RESOLUTION.test(from))) return undefined;
        return quantityWords(match, language);
      },
    },
    {
      // Units without a number: "in km/h", "per m²".
      pattern:
        /(?<![\p{L}\p{N}_/-])(?<unit>km|m|Mbit|Gbit|kbit|MB|GB|kg|g|mg|l|ml|kWh)\/(?<per>h|s|min|m²|m³|l|kg|km|ml)(?![\p{L}\p{N}_/])|(?<![\p{L}\p{N}_])(?<alone>[kcm]?m[²³]|°[CF]|kWh|MWh|GHz|MHz|kHz|Mbps|Gbps)(?![\p{L}\p{N}_/])/gu,
      say: ({ groups: { unit: one, per, alone }, before }) =>
        alone !== undefined
          ? unitWords(alone, /(?:^|[^\p{L}])(?:per|pro|je|par|por|al)\s$/iu.test(before), language)
          : perUnitOfMeasure(unitWords(one ?? '', false, language), per ?? '', language),
    },
  ];
};
