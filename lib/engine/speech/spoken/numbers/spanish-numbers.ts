import type { NounGender } from '../spoken-language-rules.ts';

const SMALL = (
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve ' +
  'veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'
).split(' ');
const TENS = '   treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ');
const HUNDREDS =
  ' ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(' ');

function below1000(value: number, gender: NounGender | undefined): string {
  if (value === 100) return 'cien';
  const [hundreds, rest] = [HUNDREDS[Math.floor(value / 100)] ?? '', value % 100];
  const [tens, ones] = [Math.floor(rest / 10), rest % 10];
  const last = rest === 0 ? '' : rest < 30 ? SMALL[rest] : `${TENS[tens]}${ones > 0 ? ` y ${SMALL[ones]}` : ''}`;
  const all = [gender === 'f' ? hundreds.replace(/os$/, 'as') : hundreds, last].filter(Boolean).join(' ');
  if (gender === undefined || !all.endsWith('uno')) return all;
  if (gender === 'f') return `${all.slice(0, -1)}a`;
  return all.endsWith('veintiuno') ? `${all.slice(0, -9)}veintiún` : all.slice(0, -1);
}

/** A number below a million. */
function below1000000(value: number, gender: NounGender | undefined): string {
  const [thousands, rest] = [Math.floor(value / 1000), value % 1000];
  const before =
    thousands === 0 ? '' : thousands === 1 ? 'mil' : `${below1000(thousands, gender === 'f' ? 'f' : 'm')} mil`;
  return [before, rest === 0 ? '' : below1000(rest, gender)].filter(Boolean).join(' ');
}

/** Cardinal numbers (CLDR RBNF, es, %spellout-cardinal-masculine, -feminine; without a gender %spellout-numbering). */
export function spanishCardinal(value: number, gender?: NounGender): string {
  if (value === 0) return 'cero';
  const [billions, millions, rest] = [Math.floor(value / 1e12), Math.floor(value / 1e6) % 1e6, value % 1e6];
  return [
    billions === 0 ? '' : billions === 1 ? 'un billón' : `${below1000000(billions, 'm')} billones`,
    millions === 0 ? '' : millions === 1 ? 'un millón' : `${below1000000(millions, 'm')} millones`,
    rest === 0 ? '' : below1000000(rest, gender),
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
  const joined = value < 20 ? `decimo${ORDINALS[ones]}` : `${TENTHS[tens]}${ones ? ` ${ORDINALS[ones]}` : ''}`;
  const words = value <= 12 ? (ORDINALS[value] ?? '') : joined;
  return gender === 'f' ? words.replace(/o(?=\s|$)/g, 'a') : words;
}
