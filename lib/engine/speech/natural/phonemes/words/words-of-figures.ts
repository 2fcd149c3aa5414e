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

/** The maximum number of figures of a number that is read as a whole; a longer number is read figure by figure. */
const MAX_FIGURES = 15;
/** The figure 0 between others, as it is spelled: "four-oh-four". It is not stressed. */
export const SPELLED_ZERO_BETWEEN_FIGURES = 'O';

const wordsOf = (text: string): string[] => text.split(/[^a-z]+/).filter((word) => word !== '');
const onlyFigures = (text: string): string => text.replace(/[^0-9]/g, '');
const wordsOfEachFigure = (figures: string): string[] => [...figures].map((figure) => englishCardinal(Number(figure)));
const hasTooManyFigures = (figures: string): boolean => figures.length > MAX_FIGURES;

const wordsOfCardinal = (figures: string): string[] =>
  hasTooManyFigures(figures) ? wordsOfEachFigure(figures) : wordsOf(englishCardinal(Number(figures)));
const wordsOfOrdinal = (figures: string): string[] =>
  hasTooManyFigures(figures) ? wordsOfEachFigure(figures) : wordsOf(englishOrdinal(Number(figures)));

/** A number within a word: "A380" is "A three eighty". */
function wordsWithinWord(figures: string): string[] {
  if (figures.startsWith('0') || figures.length > 3) return wordsOfEachFigure(figures);
  if (figures.length < 3 || figures.endsWith('00')) return wordsOfCardinal(figures);
  const laterFigures = figures.slice(1);
  const ending = laterFigures.startsWith('0')
    ? [SPELLED_ZERO_BETWEEN_FIGURES, ...wordsOfCardinal(laterFigures.slice(1))]
    : wordsOfCardinal(laterFigures);
  return [...wordsOfCardinal(figures.slice(0, 1)), ...ending];
}

/** A part of a number with several dots: "10.12.1". */
const wordsOfDottedPart = (figures: string): string[] =>
  figures.startsWith('0') || (figures.length !== 2 && /[1-9]/.test(figures.slice(1)))
    ? wordsOfEachFigure(figures)
    : wordsOfCardinal(figures);

function wordsOfMoney(figures: string, [unit, hundredth]: readonly [string, string]): string[] {
  const [integerFigures = '', cents = ''] = figures.split('.').map(onlyFigures);
  const amounts = [
    { figures: integerFigures, unit },
    { figures: cents.padEnd(2, '0'), unit: hundredth },
  ].filter(({ figures: amount }) => Number(amount) > 0);
  const amountWords = (amounts.length > 0 ? amounts : [{ figures: '0', unit }]).map(
    ({ figures: amount, unit: name }) => [
      ...wordsOfCardinal(amount),
      Number(amount) === 1 || name === 'pence' ? name : `${name}s`,
    ],
  );
  return amountWords.flatMap((words, index) => (index > 0 ? ['and', ...words] : words));
}

function wordsOfDecimal(figures: string): string[] {
  const [integerFigures = '', fraction] = figures.split('.').map(onlyFigures);
  const integer = integerFigures === '' && fraction ? [] : wordsOfCardinal(integerFigures);
  return fraction ? [...integer, 'point', ...wordsOfEachFigure(fraction)] : integer;
}

/** The words of a number. Four figures without a minus, sign of money, comma or dot are a year. */
export function wordsOfNumber({ figures: writtenFigures, isOrdinal, isHead, currency }: NumberToRead): string[] {
  const isNegative = writtenFigures.startsWith('-');
  const figures = isNegative ? writtenFigures.slice(1) : writtenFigures;
  const digits = onlyFigures(figures);
  const dots = figures.split('.').length - 1;
  const units = currency === undefined ? undefined : CURRENCY_UNIT_NAMES.get(currency);
  const words = (): string[] => {
    if (isOrdinal && dots === 0) return wordsOfOrdinal(digits);
    if (/^\d{4}$/.test(figures) && !units && !isNegative)
      return figures.startsWith('0') ? wordsOfEachFigure(figures) : wordsOf(englishYear(Number(figures)));
    if (!isHead && dots === 0) return wordsWithinWord(digits);
    if (dots > 1 || !isHead) return figures.split('.').map(onlyFigures).filter(Boolean).flatMap(wordsOfDottedPart);
    if (units && (figures.split('.')[1] ?? '').length < 3) return wordsOfMoney(figures, units);
    return wordsOfDecimal(figures);
  };
  return isNegative ? ['minus', ...words()] : words();
}
