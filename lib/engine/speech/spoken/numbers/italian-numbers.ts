import type { NounGender } from '../spoken-language-rules.ts';
import { splitIntoThousands } from './thousands.ts';

const SMALL =
  'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove'.split(
    ' ',
  );
const TENS = '  venti trenta quaranta cinquanta sessanta settanta ottanta novanta'.split(' ');
const POWERS = ['', 'mila', 'milione', 'miliardo', 'bilione'];

function below1000(value: number): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100];
  const cento = hundreds === 0 ? '' : `${hundreds > 1 ? SMALL[hundreds] : ''}cento`;
  if (rest === 0) return cento;
  if (rest < 20) return cento + SMALL[rest];
  const [tens, ones] = [TENS[Math.floor(rest / 10)] ?? '', rest % 10];
  return `${cento}${ones === 1 || ones === 8 ? tens.slice(0, -1) : tens}${ones > 0 ? SMALL[ones] : ''}`;
}

/** "tre" has an accent at the end of a longer number. */
const accented = (words: string): string => words.replace(/(?<=\p{L})tre$/u, 'tré');

/** Cardinal numbers (CLDR RBNF, it, %spellout-cardinal-masculine, -feminine; without a gender %spellout-numbering). */
export function italianCardinal(value: number, gender?: NounGender): string {
  if (value === 0) return 'zero';
  if (value === 1) return gender === undefined ? 'uno' : gender === 'f' ? 'una' : 'un';
  const words = splitIntoThousands(value).map(({ group, power }) => {
    if (power === 0) return accented(below1000(group));
    if (power === 1) return group === 1 ? 'mille' : `${below1000(group)}mila`;
    const name = POWERS[power] ?? '';
    return group === 1 ? `un ${name} ` : `${accented(below1000(group))} ${name.slice(0, -1)}i `;
  });
  return accented(words.join('').trim()).replace(/centoott/g, 'centott');
}

const ORDINALS = ' primo secondo terzo quarto quinto sesto settimo ottavo nono decimo'.split(' ');

/** Ordinal numbers (CLDR RBNF, it, %spellout-ordinal-masculine, -feminine). */
export function italianOrdinal(value: number, gender: NounGender = 'm'): string {
  const cardinal = italianCardinal(value);
  const stem = /(?:tré|sei)$/u.test(cardinal) ? cardinal.replace('é', 'e') : cardinal.replace(/[aeiou]$/, '');
  const words = value <= 10 ? (ORDINALS[value] ?? '') : `${stem}esimo`;
  return gender === 'f' ? `${words.slice(0, -1)}a` : words;
}
