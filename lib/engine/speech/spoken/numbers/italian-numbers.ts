import type { NounGender } from '../spoken-language-rules.ts';
import { splitIntoThousands } from './thousands.ts';

const SMALL_NUMBERS =
  'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove'.split(
    ' ',
  );
const TENS = '  venti trenta quaranta cinquanta sessanta settanta ottanta novanta'.split(' ');
const POWERS_OF_THOUSAND = ['', 'mila', 'milione', 'miliardo', 'bilione'];

function below1000(value: number): string {
  const [hundreds, remainder] = [Math.floor(value / 100), value % 100];
  const hundredWords = hundreds === 0 ? '' : `${hundreds > 1 ? SMALL_NUMBERS[hundreds] : ''}cento`;
  if (remainder === 0) return hundredWords;
  if (remainder < 20) return hundredWords + SMALL_NUMBERS[remainder];
  const [tens, ones] = [TENS[Math.floor(remainder / 10)] ?? '', remainder % 10];
  return `${hundredWords}${ones === 1 || ones === 8 ? tens.slice(0, -1) : tens}${ones > 0 ? SMALL_NUMBERS[ones] : ''}`;
}

/** "tre" has an accent at the end of a longer number. */
const withFinalAccent = (words: string): string => words.replace(/(?<=\p{L})tre$/u, 'tré');

/** Cardinal numbers (CLDR RBNF, it, %spellout-cardinal-masculine, -feminine; without a gender %spellout-numbering). */
export function italianCardinal(value: number, gender?: NounGender): string {
  if (value === 0) return 'zero';
  if (value === 1) return gender === undefined ? 'uno' : gender === 'f' ? 'una' : 'un';
  const words = splitIntoThousands(value).map(({ group, power }) => {
    if (power === 0) return withFinalAccent(below1000(group));
    if (power === 1) return group === 1 ? 'mille' : `${below1000(group)}mila`;
    const name = POWERS_OF_THOUSAND[power] ?? '';
    return group === 1 ? `un ${name} ` : `${withFinalAccent(below1000(group))} ${name.slice(0, -1)}i `;
  });
  return withFinalAccent(words.join('').trim()).replace(/centoott/g, 'centott');
}

const ORDINALS = ' primo secondo terzo quarto quinto sesto settimo ottavo nono decimo'.split(' ');

/** Ordinal numbers (CLDR RBNF, it, %spellout-ordinal-masculine, -feminine). */
export function italianOrdinal(value: number, gender: NounGender = 'm'): string {
  const cardinal = italianCardinal(value);
  const stem = /(?:tré|sei)$/u.test(cardinal) ? cardinal.replace('é', 'e') : cardinal.replace(/[aeiou]$/, '');
  const words = value <= 10 ? (ORDINALS[value] ?? '') : `${stem}esimo`;
  return gender === 'f' ? `${words.slice(0, -1)}a` : words;
}
