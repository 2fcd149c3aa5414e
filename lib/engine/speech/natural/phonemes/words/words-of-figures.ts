import { englishCardinal, englishOrdinal, englishYear } from '../../../spoken/numbers/english-numbers.ts';
import { CURRENCY_UNIT_NAMES } from './symbol-words.ts';

/** A number in figures, and what decides on how it is read. */
export interface NumberToRead {
  /** Figures, commas and dots; a minus may come first. */
  figures: string;
  /** It has the ending of an ordinal number: "21st". */
  isOrdinal: boolean;
  /** It is not within a word, such as "A380". */
  isHead: boolean;
  /** The sign of money before it. */
  currency?: string | undefined;
}

/** Numbers with more figures are read figure by figure. */
const MAX_FIGURES = 15;
/** The figure 0 between others, as it is spelled: "four-oh-four". It is not stressed. */
export const SPELLED_ZERO = 'O';

const wordsOf = (text: string): string[] => text.split(/[^a-z]+/).filter((word) => word !== '');
const onlyFigures = (text: string): string => text.replace(/[^0-9]/g, '');
const oneByOne = (figures: string): string[] => [...figures].map((figure) => englishCardinal(Number(figure)));
const isLong = (figures: string): boolean => figures.length > MAX_FIGURES;

const cardinal = (figures: string): string[] =>
  isLong(figures) ? oneByOne(figures) : wordsOf(englishCardinal(Number(figures)));
const ordinal = (figures: string): string[] =>
  isLong(figures) ? oneByOne(figures) : wordsOf(englishOrdinal(Number(figures)));

/** A number within a word: "A380" is "A three eighty". */
function embedded(figures: string): string[] {
  if (figures.startsWith('0') || figures.length > 3) return oneByOne(figures);
  if (figures.length < 3 || figures.endsWith('00')) return cardinal(figures);
  const rest = figures.slice(1);
  const ending = rest.startsWith('0') ? [SPELLED_ZERO, ...cardinal(rest.slice(1))] : cardinal(rest);
  return [...cardinal(figures.slice(0, 1)), ...ending];
}

/** A part of a number with several dots: "10.12.1". */
const partOfDotted = (figures: string): string[] =>
  figures.startsWith('0') || (figures.length !== 2 && /[1-9]/.test(figures.slice(1)))
    ? oneByOne(figures)
    : cardinal(figures);

function money(figures: string, [unit, hundredth]: readonly [string, string]): string[] {
  const [whole = '', cents = ''] = figures.split('.').map(onlyFigures);
  const amounts = [
    { figures: whole, unit },
    { figures: cents.padEnd(2, '0'), unit: hundredth },
  ].filter(({ figures: amount }) => Number(amount) > 0);
  const read = (amounts.length > 0 ? amounts : [{ figures: '0', unit }]).map(({ figures: amount, unit: name }) => [
    ...cardinal(amount),
    Number(amount) === 1 || name === 'pence' ? name : `${name}s`,
  ]);
  return read.flatMap((words, at) => (at > 0 ? ['and', ...words] : words));
}

function decimal(figures: string): string[] {
  const [whole = '', fraction] = figures.split('.').map(onlyFigures);
  const integer = whole === '' && fraction ? [] : cardinal(whole);
  return fraction ? [...integer, 'point', ...oneByOne(fraction)] : integer;
}

/** The words of a number. Four figures are a year. */
export function wordsOfNumber({ figures: written, isOrdinal, isHead, currency }: NumberToRead): string[] {
  const isNegative = written.startsWith('-');
  const figures = isNegative ? written.slice(1) : written;
  const plain = onlyFigures(figures);
  const dots = figures.split('.').length - 1;
  const units = currency === undefined ? undefined : CURRENCY_UNIT_NAMES.get(currency);
  const words = (): string[] => {
    if (isOrdinal && dots === 0) return ordinal(plain);
    if (/^\d{4}$/.test(figures) && !units && !isNegative)
      return figures.startsWith('0') ? oneByOne(figures) : wordsOf(englishYear(Number(figures)));
    if (!isHead && dots === 0) return embedded(plain);
    if (dots > 1 || !isHead) return figures.split('.').map(onlyFigures).filter(Boolean).flatMap(partOfDotted);
    if (units && (figures.split('.')[1] ?? '').length < 3) return money(figures, units);
    return decimal(figures);
  };
  return isNegative ? ['minus', ...words()] : words();
}
