import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { splitIntoThousands } from './thousands.ts';

const SMALL_NUMBERS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const POWERS_OF_THOUSAND = ['', ' thousand', ' million', ' billion', ' trillion'];

/** A number below 100. */
const below100 = (value: number): string =>
  value < 20
    ? (SMALL_NUMBERS[value] ?? '')
    : `${TENS[Math.floor(value / 10)]}${value % 10 ? `-${SMALL_NUMBERS[value % 10]}` : ''}`;

/** Cardinal numbers (CLDR RBNF, en, %spellout-cardinal; British English has "and": %spellout-cardinal-verbose). */
export function englishCardinal(value: number, isBritish = false): string {
  if (value === 0) return 'zero';
  const conjunction = isBritish ? ' and ' : ' ';
  const below1000 = (group: number): string => {
    const hundreds = Math.floor(group / 100);
    const remainder = group % 100;
    if (hundreds === 0) return below100(remainder);
    return `${SMALL_NUMBERS[hundreds]} hundred${remainder ? conjunction + below100(remainder) : ''}`;
  };
  return splitIntoThousands(value)
    .map(
      ({ group, power }, index) =>
        (index > 0 && power === 0 && group < 100 ? conjunction.trimEnd() : '') +
        (index > 0 ? ' ' : '') +
        below1000(group) +
        POWERS_OF_THOUSAND[power],
    )
    .join('')
    .trim()
    .replace(/ {2,}/g, ' ');
}

const IRREGULAR_ORDINALS: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/** Ordinal numbers (CLDR RBNF, en, %spellout-ordinal). */
export function englishOrdinal(value: number, isBritish = false): string {
  const words = englishCardinal(value, isBritish);
  return words.replace(
    /[a-z]+$/,
    (lastWord) =>
      ownPropertyValue(IRREGULAR_ORDINALS, lastWord) ??
      (lastWord.endsWith('y') ? `${lastWord.slice(0, -1)}ieth` : `${lastWord}th`),
  );
}

/** Years (CLDR RBNF, en, %spellout-numbering-year): in pairs of figures, except those near the start of a millennium. */
export function englishYear(value: number, isBritish = false): string {
  const [century, remainder] = [Math.floor(value / 100), value % 100];
  if (value < 1000 || value > 9999 || value % 1000 < 10) return englishCardinal(value, isBritish);
  if (remainder === 0) return `${below100(century)} hundred`;
  return `${below100(century)} ${remainder < 10 ? `oh ${SMALL_NUMBERS[remainder]}` : below100(remainder)}`;
}

/** Decades: "nineteen nineties", "nineties", "twenty tens", "two thousands". */
export function englishDecade(value: number): string {
  const words = value < 100 ? below100(value) : englishYear(value);
  return words.endsWith('y') ? `${words.slice(0, -1)}ies` : `${words}s`;
}
