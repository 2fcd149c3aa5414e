import { parseGenderedNounEntry, type SpokenLanguageRules } from '../spoken-language-rules.ts';
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
const AMBIGUOUS_UNIT = /^[mt]$/;
/** Magnitudes that are read only with a currency. */
const MONEY_MAGNITUDE = /^[mbtT]$/;
/** "4K", "8K": names of formats. */
const RESOLUTION_FIGURE = /^[24568]$/;

const signWords = (sign: string | undefined, { words }: SpokenLanguageRules): string =>
  sign === undefined ? '' : `${sign === '±' ? words.plusMinus : sign === '+' ? words.plus : words.minus} `;

/** The noun after a number. @param isOne true: the number asks for the singular */
function unitWords(symbol: string, isOne: boolean, language: SpokenLanguageRules): string {
  if (symbol === '%') return language.words.percent;
  if (symbol === '‰') return language.words.permille;
  const [unit, per] = unitsOfSymbol(symbol, language) ?? [];
  if (unit === undefined) return symbol;
  const noun = parseGenderedNounEntry(language.units[unit]);
  const words = isOne ? noun.one : noun.many;
  return per === undefined ? words : perUnitOfMeasure(words, per, language);
}

/** The words of a match of a number, or of a range of numbers, with its unit or magnitude. */
function quantityWords({ groups, text, before }: SpokenRuleMatch, language: SpokenLanguageRules): string | undefined {
  const { sign, from = '', until, magnitude, unit = '', per } = groups;
  const firstNumber = parseWrittenNumber(from, language);
  const lastNumber = until === undefined ? undefined : parseWrittenNumber(until, language);
  if (!firstNumber || (until !== undefined && !lastNumber)) return undefined;
  // A hyphen after a word is not a minus.
  const isSigned = sign === undefined || sign === '±' || !/[\p{L}\p{N}]\s?$/u.test(before) || sign === '−';
  if (!isSigned) return undefined;
  if (AMBIGUOUS_UNIT.test(unit) && !text.includes(' ') && per === undefined && language.group === ',') return undefined;
  const [unitSymbol] = unitsOfSymbol(unit, language) ?? [];
  const gender = unitSymbol === undefined ? undefined : parseGenderedNounEntry(language.units[unitSymbol]).gender;
  // "uno por ciento", but "ein Prozent".
  const isUncounted = /[%‰]/.test(unit) && language.decimals === 'number';
  const isOne = isNounSingularAfterNumber(lastNumber ?? firstNumber, language);
  const numbers =
    magnitude === undefined
      ? [firstNumber, ...(lastNumber ? [lastNumber] : [])]
          .map((number) => numberInWords(number, language, gender ?? (unit === '' || isUncounted ? undefined : 'm')))
          .join(` ${language.words.to} `)
      : numberWithMagnitudeInWords(firstNumber, magnitude, language);
  const words = `${signWords(sign, language)}${numbers}${unit === '' ? '' : ` ${unitWords(unit, isOne, language)}`}`;
  if (per === undefined) return words;
  return unitsOfSymbol(per, language) ? perUnitOfMeasure(words, per, language) : perUnitWords(words, per, language);
}

/** Percentages, measures with their unit, magnitudes and lengths of time. */
export const spokenQuantityRules: MakeSpokenRules = (language) => {
  const number = writtenNumberPattern(language);
  const spellings = { ...UNIT_SPELLINGS, ...language.unitSpellings };
  const unit = alternativesPattern([...UNIT_SYMBOLS, ...Object.keys(spellings), '%', '‰']);
  const startPattern = '(?<![\\p{L}\\p{N}_$€£]|\\p{N}[.,:/])';
  const numbers = `(?:(?<sign>[-−+±]) ?)?(?<from>${number})(?: ?(?:–|-|\\.\\.\\.?|…) ?(?<until>${number}))?`;
  const durationRule = {
    pattern: new RegExp(
      `${WORD_START_PATTERN}(?:(?<hours>\\d{1,3}) ?h ?(?<minutes>\\d{1,2})(?: ?(?:min|m)(?: ?(?<seconds>\\d{1,2}) ?s)?)?|(?<onlyMinutes>\\d{1,3}) ?(?:min|m) ?(?<onlySeconds>\\d{1,2}) ?s)${WORD_END_PATTERN}`,
      'gu',
    ),
  };
  return [
    {
      ...durationRule,
      say: ({ groups: { hours, minutes, seconds, onlyMinutes, onlySeconds } }) =>
        language.duration(Number(hours ?? 0), Number(minutes ?? onlyMinutes ?? 0), Number(seconds ?? onlySeconds ?? 0)),
    },
    {
      // "10%-15%", "5 km–10 km": the unit is written twice.
      pattern: new RegExp(
        `${startPattern}(?<from>${number}) ?(?<unit>${unit}) ?[–-] ?(?<until>${number}) ?\\k<unit>(?![\\p{L}\\p{N}_/²³⁻])`,
        'gu',
      ),
      say(match) {
        const [firstNumber, lastNumber] = [match.groups.from, match.groups.until].map((text) =>
          parseWrittenNumber(text ?? '', language),
        );
        // "5 km - 3 km" is a difference.
        return firstNumber && lastNumber && firstNumber.whole > lastNumber.whole
          ? undefined
          : quantityWords(match, language);
      },
    },
    {
      pattern: new RegExp(
        `${startPattern}${numbers} ?(?<unit>${unit})(?: ?\\/ ?(?<per>\\p{L}{1,14}[²³]?))?(?![\\p{L}\\p{N}_²³⁻])`,
        'gu',
      ),
      say: quantityWords,
    },
    {
      pattern: new RegExp(
        `${startPattern}(?<sign>[-−+±])?(?<from>${number})(?<magnitude>${magnitudePattern(language)})(?![\\p{L}\\p{N}_])`,
        'gu',
      ),
      say(match) {
        const { magnitude = '', from = '' } = match.groups;
        if (MONEY_MAGNITUDE.test(magnitude) || (magnitude === 'K' && RESOLUTION_FIGURE.test(from))) return undefined;
        return quantityWords(match, language);
      },
    },
    {
      // Units without a number: "in km/h", "per m²".
      pattern:
        /(?<![\p{L}\p{N}_/-])(?<unit>km|m|Mbit|Gbit|kbit|MB|GB|kg|g|mg|l|ml|kWh)\/(?<per>h|s|min|m²|m³|l|kg|km|ml)(?![\p{L}\p{N}_/])|(?<![\p{L}\p{N}_])(?<alone>[kcm]?m[²³]|°[CF]|kWh|MWh|GHz|MHz|kHz|Mbps|Gbps)(?![\p{L}\p{N}_/])/gu,
      say: ({ groups: { unit: unitBeforePer, per, alone }, before }) =>
        alone !== undefined
          ? unitWords(alone, /(?:^|[^\p{L}])(?:per|pro|je|par|por|al)\s$/iu.test(before), language)
          : perUnitOfMeasure(unitWords(unitBeforePer ?? '', false, language), per ?? '', language),
    },
  ];
};
