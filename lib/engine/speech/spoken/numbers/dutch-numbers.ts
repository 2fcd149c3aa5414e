import { splitIntoThousands } from './thousands.ts';

const SMALL_NUMBERS =
  'nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien'.split(
    ' ',
  );
const TENS = '  twintig dertig veertig vijftig zestig zeventig tachtig negentig'.split(' ');
const POWERS_OF_THOUSAND = ['', 'duizend', 'miljoen', 'miljard', 'biljoen'];

function below100(value: number): string {
  if (value < 20) return SMALL_NUMBERS[value] ?? '';
  const [tens, ones] = [TENS[Math.floor(value / 10)] ?? '', SMALL_NUMBERS[value % 10] ?? ''];
  return value % 10 === 0 ? tens : `${ones}${ones.endsWith('e') ? 'ën' : 'en'}${tens}`;
}

function below1000(value: number): string {
  const [hundreds, remainder] = [Math.floor(value / 100), value % 100];
  return `${hundreds === 0 ? '' : `${hundreds > 1 ? SMALL_NUMBERS[hundreds] : ''}honderd`}${remainder === 0 ? '' : below100(remainder)}`;
}

/** Cardinal numbers (CLDR RBNF, nl, %spellout-cardinal): a space after thousands and around millions. */
export function dutchCardinal(value: number): string {
  if (value === 0) return 'nul';
  if (value === 1) return 'één';
  // "vijftienhonderd": hundreds up to 9,999.
  if (value >= 1100 && value < 10_000 && value % 1000 >= 100)
    return `${below100(Math.floor(value / 100))}honderd${value % 100 === 0 ? '' : ` ${value % 100 === 1 ? 'één' : below100(value % 100)}`}`;
  return splitIntoThousands(value)
    .map(({ group, power }) => {
      if (power === 0) return below1000(group);
      if (power === 1) return `${group === 1 ? '' : below1000(group)}duizend`;
      return `${group === 1 ? 'één' : below1000(group)} ${POWERS_OF_THOUSAND[power]}`;
    })
    .join(' ');
}

const IRREGULAR_ORDINALS: Readonly<Record<number, string>> = { 1: 'eerste', 3: 'derde', 8: 'achtste' };

/** Ordinal numbers (CLDR RBNF, nl, %spellout-ordinal). */
export function dutchOrdinal(value: number): string {
  if (value === 1) return 'eerste';
  const lastTwoDigits = value % 100;
  const cardinal = dutchCardinal(value);
  const irregularOrdinal = IRREGULAR_ORDINALS[lastTwoDigits];
  if (irregularOrdinal !== undefined)
    return cardinal.slice(0, cardinal.length - (SMALL_NUMBERS[lastTwoDigits] ?? '').length) + irregularOrdinal;
  return lastTwoDigits >= 20 || lastTwoDigits === 0 ? `${cardinal}ste` : `${cardinal}de`;
}

/** Years (Onze Taal): pairs of figures from 1100 to 1999. */
export function dutchYear(value: number): string {
  if (value < 1100 || value > 1999) return dutchCardinal(value);
  const remainder = value % 100;
  return `${below100(Math.floor(value / 100))}${remainder === 0 ? 'honderd' : remainder < 10 ? `honderd ${remainder === 1 ? 'één' : below100(remainder)}` : ` ${below100(remainder)}`}`;
}
