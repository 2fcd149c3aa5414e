import type { NounGender } from '../spoken-language-rules.ts';
import { splitIntoThousands } from './thousands.ts';

const SMALL_NUMBERS =
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'.split(
    ' ',
  );
const TENS = '  vingt trente quarante cinquante soixante septante quatre-vingt nonante'.split(' ');
const POWERS_OF_THOUSAND = ['', 'mille', 'million', 'milliard', 'billion'];

/** A number below 100. @param hasDecimalCounting with "septante" and "nonante", as in Belgium and Switzerland */
function below100(value: number, hasDecimalCounting: boolean): string {
  if (value < 20) return SMALL_NUMBERS[value] ?? '';
  const isCountedByTwenties = !hasDecimalCounting && (Math.floor(value / 10) === 7 || Math.floor(value / 10) === 9);
  const base = isCountedByTwenties ? Math.floor(value / 10) * 10 - 10 : Math.floor(value / 10) * 10;
  const [tens, remainder] = [TENS[base / 10] ?? '', value - base];
  if (remainder === 0) return base === 80 ? `${tens}s` : tens;
  const hasConjunction = (remainder === 1 || remainder === 11) && base !== 80;
  return `${tens}${hasConjunction ? ' et ' : '-'}${SMALL_NUMBERS[remainder]}`;
}

/** Cardinal numbers (CLDR RBNF, fr, fr-CH, fr-BE, %spellout-cardinal-masculine, -feminine). */
export function frenchCardinal(value: number, gender?: NounGender, hasDecimalCounting = false): string {
  if (value === 0) return 'zéro';
  const groups = splitIntoThousands(value);
  const words = groups.map(({ group, power }) => {
    const [hundreds, remainder] = [Math.floor(group / 100), group % 100];
    const allowsPlural = power !== 1;
    const hundredWords =
      hundreds === 0
        ? ''
        : `${hundreds > 1 ? `${SMALL_NUMBERS[hundreds]} ` : ''}cent${hundreds > 1 && remainder === 0 && allowsPlural ? 's' : ''}`;
    const remainderWords = remainder === 0 ? '' : below100(remainder, hasDecimalCounting);
    const groupWords = [hundredWords, allowsPlural ? remainderWords : remainderWords.replace(/vingts$/, 'vingt')]
      .filter(Boolean)
      .join(' ');
    if (power === 0) return groupWords;
    if (power === 1) return group === 1 ? 'mille' : `${groupWords} mille`;
    return `${groupWords} ${POWERS_OF_THOUSAND[power]}${group > 1 ? 's' : ''}`;
  });
  const numberWords = words.join(' ');
  return gender === 'f' ? numberWords.replace(/(?<![\p{L}])un$/u, 'une') : numberWords;
}

/** Ordinal numbers (CLDR RBNF, fr, %spellout-ordinal-masculine, -feminine). */
export function frenchOrdinal(value: number, gender?: NounGender, hasDecimalCounting = false): string {
  if (value === 1) return gender === 'f' ? 'première' : 'premier';
  const words = frenchCardinal(value, undefined, hasDecimalCounting).replace(
    /(?<=quatre-vingt|cent|million|milliard)s$/,
    '',
  );
  if (words.endsWith('cinq')) return `${words}uième`;
  if (words.endsWith('neuf')) return `${words.slice(0, -1)}vième`;
  return `${words.replace(/e$/, '')}ième`;
}
