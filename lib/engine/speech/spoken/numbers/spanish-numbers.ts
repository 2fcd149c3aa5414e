import type { NounGender } from '../spoken-language-rules.ts';

const SMALL_NUMBERS = (
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve ' +
  'veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'
).split(' ');
const TENS = '   treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ');
const HUNDREDS =
  ' ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(' ');

function below1000(value: number, gender: NounGender | undefined): string {
  if (value === 100) return 'cien';
  const [hundreds, remainder] = [HUNDREDS[Math.floor(value / 100)] ?? '', value % 100];
  const [tens, ones] = [Math.floor(remainder / 10), remainder % 10];
  const remainderWords =
    remainder === 0
      ? ''
      : remainder < 30
        ? SMALL_NUMBERS[remainder]
        : `${TENS[tens]}${ones > 0 ? ` y ${SMALL_NUMBERS[ones]}` : ''}`;
  const words = [gender === 'f' ? hundreds.replace(/os$/, 'as') : hundreds, remainderWords].filter(Boolean).join(' ');
  if (gender === undefined || !words.endsWith('uno')) return words;
  if (gender === 'f') return `${words.slice(0, -1)}a`;
  return words.endsWith('veintiuno') ? `${words.slice(0, -9)}veintiún` : words.slice(0, -1);
}

/** A number below a million. */
function below1000000(value: number, gender: NounGender | undefined): string {
  const [thousands, remainder] = [Math.floor(value / 1000), value % 1000];
  const thousandWords =
    thousands === 0 ? '' : thousands === 1 ? 'mil' : `${below1000(thousands, gender === 'f' ? 'f' : 'm')} mil`;
  return [thousandWords, remainder === 0 ? '' : below1000(remainder, gender)].filter(Boolean).join(' ');
}

/** Cardinal numbers (CLDR RBNF, es, %spellout-cardinal-masculine, -feminine; without a gender %spellout-numbering). */
export function spanishCardinal(value: number, gender?: NounGender): string {
  if (value === 0) return 'cero';
  const [billions, millions, remainder] = [Math.floor(value / 1e12), Math.floor(value / 1e6) % 1e6, value % 1e6];
  return [
    billions === 0 ? '' : billions === 1 ? 'un billón' : `${below1000000(billions, 'm')} billones`,
    millions === 0 ? '' : millions === 1 ? 'un millón' : `${below1000000(millions, 'm')} millones`,
    remainder === 0 ? '' : below1000000(remainder, gender),
  ]
    .filter(Boolean)
    .join(' ');
}

const ORDINALS = ' primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo undécimo duodécimo'.split(
  ' ',
);
const TENTHS =
  ' décimo vigésimo trigésimo cuadragésimo quincuagésimo sexagésimo septuagésimo octogésimo nonagésimo'.split(' ');

/** Ordinal numbers up to 99 (RAE; CLDR RBNF, es, %spellout-ordinal-masculine, -feminine); beyond, cardinal ones, as people say. */
export function spanishOrdinal(value: number, gender: NounGender = 'm'): string {
  if (value > 99) return spanishCardinal(value, gender);
  const [tens, ones] = [Math.floor(value / 10), value % 10];
  const combinedWords = value < 20 ? `decimo${ORDINALS[ones]}` : `${TENTHS[tens]}${ones ? ` ${ORDINALS[ones]}` : ''}`;
  const words = value <= 12 ? (ORDINALS[value] ?? '') : combinedWords;
  return gender === 'f' ? words.replace(/o(?=\s|$)/g, 'a') : words;
}
