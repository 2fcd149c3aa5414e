import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { type MakeSpokenRules, WRITTEN_NUMBER_START_PATTERN } from '../spoken-rule.ts';

const FRACTION_BY_SIGN: Readonly<Record<string, string>> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅕': '1/5',
  '⅖': '2/5',
  '⅗': '3/5',
  '⅘': '4/5',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
  '⅙': '1/6',
  '⅚': '5/6',
};
/** Text before the number of a part out of several: "(1/2)", "Part 1/2". */
const COUNTED_PART =
  /(?:\(|\b(?:part|page|slide|step|day|phase|round|teil|seite|folie|schritt|tag|partie|étape|parte|paso|pagina|página|pagina|passo|deel|stap)\s)$/iu;

/** Two numbers of at least this size are the sides of a picture: "1920×1080"; smaller ones are factors. */
const MIN_PICTURE_SIDE = 100;

/** Fractions, ratios, factors and sides. */
export const spokenFractionRules: MakeSpokenRules = () => [
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}_])(?<whole>\\d{1,6})? ?(?<sign>[${Object.keys(FRACTION_BY_SIGN).join('')}])(?![\\p{L}\\p{N}_])`,
      'gu',
    ),
    say({ groups: { whole, sign = '' }, before }, language) {
      const fraction = ownPropertyValue(language.fractions, ownPropertyValue(FRACTION_BY_SIGN, sign) ?? '');
      if (fraction === undefined) return undefined;
      if (whole === undefined) return (/\s$|^$/u.test(before) ? '' : ' ') + fraction;
      return language.mixed(language.cardinal(Number(whole)), fraction);
    },
  },
  {
    pattern: /(?<![\p{L}\p{N}_.,/-])24\/7(?![\p{L}\p{N}_/-]|[.,]\d)/gu,
    say: (_, language) => `${language.cardinal(24)} ${language.cardinal(7)}`,
  },
  {
    pattern:
      /(?<![\p{L}\p{N}_.,:/$€£-])(?:(?<whole>\d{1,3}) )?(?<upper>\d{1,2})\/(?<lower>\d{1,3})(?![\p{L}\p{N}_/-]|[.,:]\d)/gu,
    say({ groups: { whole, upper = '', lower = '' }, before, after }, language) {
      const isWhole = /^\)/.test(after) && before.endsWith('(');
      if (
        Number(upper) >= 1 &&
        Number(upper) <= Number(lower) &&
        whole === undefined &&
        (isWhole || (COUNTED_PART.test(before) && !before.endsWith('(')))
      )
        return `${language.cardinal(Number(upper))} ${language.words.outOf} ${language.cardinal(Number(lower))}`;
      const fraction = ownPropertyValue(language.fractions, `${upper}/${lower}`);
      if (fraction !== undefined)
        return whole === undefined ? fraction : language.mixed(language.cardinal(Number(whole)), fraction);
      if (whole === undefined && (lower === '10' || lower === '100') && Number(upper) <= Number(lower))
        return `${language.cardinal(Number(upper))} ${language.words.outOf} ${language.cardinal(Number(lower))}`;
      return undefined;
    },
  },
  {
    pattern: new RegExp(
      `${WRITTEN_NUMBER_START_PATTERN}(?<from>\\d{1,5})(?<sign>\\s?[x×]\\s?)(?<until>\\d{1,5})(?:\\s?[x×]\\s?(?<third>\\d{1,5}))?(?![\\p{L}\\p{N}_]|[.,:/]\\d)`,
      'gu',
    ),
    say({ groups: { from = '', until = '', third, sign = '' } }, language) {
      const sides = [from, until, ...(third === undefined ? [] : [third])].map(Number);
      const isProduct = sign.includes('×') && sides.some((side) => side < MIN_PICTURE_SIDE);
      return sides
        .map((side) => language.cardinal(side))
        .join(` ${isProduct ? language.words.times : language.words.by} `);
    },
  },
  {
    pattern: new RegExp(
      `${WRITTEN_NUMBER_START_PATTERN}(?<number>\\d{1,5}(?:[.,]\\d{1,2})?) ?[x×](?![\\p{L}\\p{N}_/])(?! ?\\d)`,
      'gu',
    ),
    say({ groups: { number = '' } }, language) {
      const [whole = '', decimals] = number.split(/[.,]/);
      const words = language.cardinal(Number(whole));
      return language.factor(
        decimals === undefined
          ? words
          : `${words} ${language.words.point} ${[...decimals].map((figure) => language.cardinal(Number(figure))).join(' ')}`,
      );
    },
  },
  {
    pattern: new RegExp(
      `${WRITTEN_NUMBER_START_PATTERN}(?<from>\\d{1,3}):(?<until>\\d{1,3})(?![\\p{L}\\p{N}_]|[.,:/-]\\d)`,
      'gu',
    ),
    say: ({ groups: { from, until } }, language) =>
      `${language.cardinal(Number(from))} ${language.words.ratio} ${language.cardinal(Number(until))}`,
  },
];
