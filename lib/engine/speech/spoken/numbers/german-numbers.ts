import type { NounGender } from '../spoken-language-rules.ts';
import { splitIntoThousands } from './thousands.ts';

const SMALL =
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  );
const TENS = '  zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ');
const POWERS = ['', 'tausend', 'Million', 'Milliarde', 'Billion'];

function below1000(value: number): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100];
  const [tens, ones] = [Math.floor(rest / 10), rest % 10];
  const last = rest === 0 ? '' : rest < 20 ? SMALL[rest] : `${ones > 0 ? `${SMALL[ones]}und` : ''}${TENS[tens]}`;
  return `${hundreds > 0 ? `${SMALL[hundreds]}hundert` : ''}${last}`;
}

/** Cardinal numbers (CLDR RBNF, de, %spellout-cardinal-masculine, -feminine; without a gender %spellout-numbering). */
export function germanCardinal(value: number, gender?: NounGender): string {
  if (value === 0) return 'null';
  const words = splitIntoThousands(value).map(({ group, power }) => {
    if (power === 0) return below1000(group);
    if (power === 1) return `${below1000(group)}tausend`;
    const name = POWERS[power] ?? '';
    return group === 1 ? `eine ${name} ` : `${below1000(group)} ${name}${name.endsWith('e') ? 'n' : 'en'} `;
  });
  const all = words.join('').trim();
  if (value % 100 !== 1) return all;
  if (gender === undefined) return `${all}s`;
  return gender === 'f' && value === 1 ? `${all}e` : all;
}

const ORDINALS: Readonly<Record<number, string>> = { 1: 'erst', 3: 'dritt', 7: 'siebt', 8: 'acht' };

/** Ordinal numbers without their ending (CLDR RBNF, de, %spellout-ordinal). */
export function germanOrdinalStem(value: number): string {
  if (value === 0) return 'nullt';
  const last = value % 100;
  const all = germanCardinal(value, 'm');
  if (last === 0 || last >= 20) return `${all}st`;
  const stem = ORDINALS[last];
  return stem === undefined ? `${all}t` : all.slice(0, all.length - (SMALL[last] ?? '').length) + stem;
}

/** Years (Duden): hundreds from 1100 to 1999. */
export function germanYear(value: number): string {
  if (value < 1100 || value > 1999) return germanCardinal(value);
  const rest = value % 100;
  return `${below1000(Math.floor(value / 100))}hundert${rest === 0 ? '' : germanCardinal(rest)}`;
}
