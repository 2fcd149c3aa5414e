import type { NounGender } from '../spoken-language-rules.ts';
import { splitIntoThousands } from './thousands.ts';

const SMALL =
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'.split(
    ' ',
  );
const TENS = '  vingt trente quarante cinquante soixante septante quatre-vingt nonante'.split(' ');
const POWERS = ['', 'mille', 'million', 'milliard', 'billion'];

/** A number below 100. @param isDecimal with "septante" and "nonante", as in Belgium and Switzerland */
function below100(value: number, isDecimal: boolean): string {
  if (value < 20) return SMALL[value] ?? '';
  const isTwenties = !isDecimal && (Math.floor(value / 10) === 7 || Math.floor(value / 10) === 9);
  const base = isTwenties ? Math.floor(value / 10) * 10 - 10 : Math.floor(value / 10) * 10;
  const [tens, rest] = [TENS[base / 10] ?? '', value - base];
  if (rest === 0) return base === 80 ? `${tens}s` : tens;
  const takesAnd = (rest === 1 || rest === 11) && base !== 80;
  return `${tens}${takesAnd ? ' et ' : '-'}${SMALL[rest]}`;
}

/** Cardinal numbers (CLDR RBNF, fr, fr-CH, fr-BE, %spellout-cardinal-masculine, -feminine). */
export function frenchCardinal(value: number, gender?: NounGender, isDecimal = false): string {
  if (value === 0) return 'zéro';
  const groups = splitIntoThousands(value);
  const words = groups.map(({ group, power }) => {
    const [hundreds, rest] = [Math.floor(group / 100), group % 100];
    const isLast = power !== 1;
    const cent =
      hundreds === 0
        ? ''
        : `${hundreds > 1 ? `${SMALL[hundreds]} ` : ''}cent${hundreds > 1 && rest === 0 && isLast ? 's' : ''}`;
    const tail = rest === 0 ? '' : below100(rest, isDecimal);
    const said = [cent, isLast ? tail : tail.replace(/vingts$/, 'vingt')].filter(Boolean).join(' ');
    if (power === 0) return said;
    if (power === 1) return group === 1 ? 'mille' : `${said} mille`;
    return `${said} ${POWERS[power]}${group > 1 ? 's' : ''}`;
  });
  const all = words.join(' ');
  return gender === 'f' ? all.replace(/(?<![\p{L}])un$/u, 'une') : all;
}

/** Ordinal numbers (CLDR RBNF, fr, %spellout-ordinal-masculine, -feminine). */
export function frenchOrdinal(value: number, gender?: NounGender, isDecimal = false): string {
  if (value === 1) return gender === 'f' ? 'première' : 'premier';
  const words = frenchCardinal(value, undefined, isDecimal).replace(/(?<=quatre-vingt|cent|million|milliard)s$/, '');
  if (words.endsWith('cinq')) return `${words}uième`;
  if (words.endsWith('neuf')) return `${words.slice(0, -1)}vième`;
  return `${words.replace(/e$/, '')}ième`;
}
