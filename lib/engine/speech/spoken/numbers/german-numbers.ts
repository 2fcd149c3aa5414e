import type { NounGender } from '../spoken-language-rules.ts';
import { splitIntoThousands } from './thousands.ts';

const SMALL_NUMBERS =
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  );
const TENS = '  zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ');
const POWERS_OF_THOUSAND = ['', 'tausend', 'Million', 'Milliarde', 'Billion'];

function below1000(value: number): string {
  const [hundreds, remainder] = [Math.floor(value / 100), value % 100];
  const [tens, ones] = [Math.floor(remainder / 10), remainder % 10];
  const remainderWords =
    remainder === 0
      ? ''
      : remainder < 20
        ? SMALL_NUMBERS[remainder]
        : `${ones > 0 ? `${SMALL_NUMBERS[ones]}und` : ''}${TENS[tens]}`;
  return `${hundreds > 0 ? `${SMALL_NUMBERS[hundreds]}hundert` : ''}${remainderWords}`;
}

/** Cardinal numbers (CLDR RBNF, de, %spellout-cardinal-masculine, -feminine; without a gender %spellout-numbering). */
export function germanCardinal(value: number, gender?: NounGender): string {
  if (value === 0) return 'null';
  const words = splitIntoThousands(value).map(({ group, power }) => {
    if (power === 0) return below1000(group);
    if (power === 1) return `${below1000(group)}tausend`;
    const name = POWERS_OF_THOUSAND[power] ?? '';
    return group === 1 ? `eine ${name} ` : `${below1000(group)} ${name}${name.endsWith('e') ? 'n' : 'en'} `;
  });
  const numberWords = words.join('').trim();
  if (value % 100 !== 1) return numberWords;
  if (gender === undefined) return `${numberWords}s`;
  return gender === 'f' && value === 1 ? `${numberWords}e` : numberWords;
}

const IRREGULAR_ORDINAL_STEMS: Readonly<Record<number, string>> = { 1: 'erst', 3: 'dritt', 7: 'siebt', 8: 'acht' };

/** Ordinal numbers without their ending (CLDR RBNF, de, %spellout-ordinal). */
export function germanOrdinalStem(value: number): string {
  if (value === 0) return 'nullt';
  const lastTwoDigits = value % 100;
  const cardinal = germanCardinal(value, 'm');
  if (lastTwoDigits === 0 || lastTwoDigits >= 20) return `${cardinal}st`;
  const stem = IRREGULAR_ORDINAL_STEMS[lastTwoDigits];
  return stem === undefined
    ? `${cardinal}t`
    : cardinal.slice(0, cardinal.length - (SMALL_NUMBERS[lastTwoDigits] ?? '').length) + stem;
}

/** Years (Duden): hundreds from 1100 to 1999. */
export function germanYear(value: number): string {
  if (value < 1100 || value > 1999) return germanCardinal(value);
  const remainder = value % 100;
  return `${below1000(Math.floor(value / 100))}hundert${remainder === 0 ? '' : germanCardinal(remainder)}`;
}
