import type { NounGender } from '../spoken-language-rules.ts';
import { splitIntoThousands } from './thousands.ts';

const SMALL_NUMBERS =
  'zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove'.split(
    ' ',
  );
/** Portugal's spelling and pronunciation of three numbers. */
const EUROPEAN_NUMBERS: Readonly<Record<number, string>> = { 16: 'dezasseis', 17: 'dezassete', 19: 'dezanove' };
const TENS = '  vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ');
const HUNDREDS = ' cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'.split(
  ' ',
);
const POWERS_OF_THOUSAND = ['', 'mil', 'milhão', 'bilhão', 'trilhão'];

function below1000(value: number, gender: NounGender | undefined, isEuropean: boolean): string {
  if (value === 100) return 'cem';
  const hundreds = HUNDREDS[Math.floor(value / 100)] ?? '';
  const remainder = value % 100;
  const [tens, ones] = [Math.floor(remainder / 10), remainder % 10];
  const smallNumber = (number: number): string => {
    if (gender === 'f' && number === 1) return 'uma';
    if (gender === 'f' && number === 2) return 'duas';
    return (isEuropean ? EUROPEAN_NUMBERS[number] : undefined) ?? SMALL_NUMBERS[number] ?? '';
  };
  const remainderWords =
    remainder === 0
      ? ''
      : remainder < 20
        ? smallNumber(remainder)
        : `${TENS[tens]}${ones > 0 ? ` e ${smallNumber(ones)}` : ''}`;
  return [gender === 'f' ? hundreds.replace(/os$/, 'as') : hundreds, remainderWords].filter(Boolean).join(' e ');
}

/** Cardinal numbers (CLDR RBNF, pt, pt-PT, %spellout-cardinal-masculine, -feminine). */
export function portugueseCardinal(value: number, gender?: NounGender, isEuropean = false): string {
  if (value === 0) return 'zero';
  if (isEuropean && value >= 1e9) {
    // "mil milhões": a long scale.
    const [millions, remainder] = [Math.floor(value / 1e6), value % 1e6];
    const billions =
      millions >= 1e6
        ? `${portugueseCardinal(Math.floor(millions / 1e6), 'm', true)} ${millions >= 2e6 ? 'biliões' : 'bilião'}`
        : '';
    const millionsWords =
      millions % 1e6 === 0
        ? ''
        : `${portugueseCardinal(millions % 1e6, 'm', true)} ${millions % 1e6 === 1 ? 'milhão' : 'milhões'}`;
    return [billions, millionsWords, remainder === 0 ? '' : portugueseCardinal(remainder, gender, true)]
      .filter(Boolean)
      .join(' ');
  }
  const groups = splitIntoThousands(value);
  return groups
    .map(({ group, power }, index) => {
      const words = below1000(group, power <= 1 ? gender : 'm', isEuropean);
      const isLast = index === groups.length - 1;
      // "e" before the last group if that is below 100 or whole hundreds.
      const conjunction = index > 0 && isLast && (group <= 100 || group % 100 === 0) ? 'e ' : '';
      if (power === 0) return conjunction + words;
      if (power === 1) return `${conjunction}${group === 1 ? 'mil' : `${words} mil`}`;
      return `${conjunction}${words} ${group === 1 ? POWERS_OF_THOUSAND[power] : POWERS_OF_THOUSAND[power]?.replace(/ão$/, 'ões')}`;
    })
    .join(' ');
}

const ORDINALS = ' primeiro segundo terceiro quarto quinto sexto sétimo oitavo nono'.split(' ');
const TENTHS =
  ' décimo vigésimo trigésimo quadragésimo quinquagésimo sexagésimo septuagésimo octogésimo nonagésimo'.split(' ');

/** Ordinal numbers up to 99 (CLDR RBNF, pt, %spellout-ordinal-masculine, -feminine); beyond, cardinal ones, as people say. */
export function portugueseOrdinal(value: number, gender: NounGender = 'm', isEuropean = false): string {
  if (value > 99) return portugueseCardinal(value, gender, isEuropean);
  const words = [TENTHS[Math.floor(value / 10)], ORDINALS[value % 10]].filter(Boolean).join(' ');
  return gender === 'f' ? words.replace(/o(?=\s|$)/g, 'a') : words;
}
