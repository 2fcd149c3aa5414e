import { mergeAdjacentTextRuns, type TextRun, textOfRuns } from './text-runs.ts';
import type { TypesetParagraph } from './typesetting.ts';

/** The zeros of decimal digits whose values follow one another: European, Arabic, Persian, of Indian scripts, Thai, Lao, Burmese, Khmer. */
const ZEROS = [
  ...[0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66],
  ...[0xe50, 0xed0, 0x1040, 0x17e0, 0xff10],
];
const SEPARATORS = ".,'\u2019 \u00a0\u202f\u2009\u066b\u066c";

/** A text with one number: the text before it, its digits with separators between them, and the text after it. */
const ONE_NUMBER = new RegExp(
  `^(?<before>\\P{Nd}*)(?<number>\\p{Nd}(?:[${SEPARATORS}]?\\p{Nd})*)(?<after>\\P{Nd}*)$`,
  'u',
);
/** Signs directly before a number that make it a name or a place in an order: `Q3`, `v2`, `#1`. */
const IS_NAME = /(?:[#№]|(?<![\p{Lu}]{2})\p{L})$/u;
/** Signs around a number that make it a part of a time, a ratio or a fraction. */
const IS_PART = /^[:/]|[:/]$/u;
const YEAR = /^(?:1[89]|20)\d\d$/;
/** The decimals at the end of a number, with their sign; empty: none. */
const DECIMALS = /[.,\u066b]\p{Nd}{1,2}$|[.,\u066b]\p{Nd}{4,}$/u;
/** Lower numbers are there before anybody sees them count. */
const MIN_COUNTED_NUMBER = 2;
/** More digits are not counted exactly. */
const MAX_DIGITS = 15;

/** The value of a decimal digit; undefined for a character that does not count up. */
function digitOf(character: string): { value: number; zero: number } | undefined {
  const code = character.codePointAt(0) ?? 0;
  const zero = ZEROS.find((each) => each <= code && code < each + 10);
  return zero === undefined ? undefined : { value: code - zero, zero };
}

/** Reports whether the separators between digits divide groups of two or three, with at most one other one, of decimals. */
function isGrouped(number: string): boolean {
  const [head = '', ...groups] = number.split(new RegExp(`[${SEPARATORS}]`, 'u'));
  const between = groups.slice(0, -1);
  return (groups.length < 2 || head.length <= 3) && between.every(({ length }) => length === 2 || length === 3);
}

/** The place of a number in its text, in UTF-16 units, and its digits as a whole number. */
interface FoundNumber {
  from: number;
  to: number;
  value: number;
}

/** The only number of a text, if it is an amount; undefined for names, years, times and parts of a text with several numbers. */
function amountInText(text: string): FoundNumber | undefined {
  const { before = '', number = '', after = '' } = ONE_NUMBER.exec(text)?.groups ?? {};
  if (number === '' || IS_NAME.test(before) || IS_PART.test(before.trim()) || IS_PART.test(after.trim()))
    return undefined;
  if (before === '' && after === '' && YEAR.test(number)) return undefined;
  const digits = [...number].filter((character) => /\p{Nd}/u.test(character)).map(digitOf);
  if (digits.some((digit) => digit === undefined) || digits.length > MAX_DIGITS || !isGrouped(number)) return undefined;
  const value = Number(digits.map((digit) => digit?.value ?? 0).join(''));
  return { from: before.length, to: before.length + number.length, value };
}

/** The number that a text counts to; undefined if it does not count up. */
function countedNumber(text: string): FoundNumber | undefined {
  const found = amountInText(text);
  return found && found.value >= MIN_COUNTED_NUMBER ? found : undefined;
}

/** Reports whether a text has a number up to which it can count, in its form: `1,234.5`, `45 %`, `$3.2M`, `٣٤`. */
export const hasCountUpNumber = (text: string): boolean => countedNumber(text) !== undefined;

/** Reports whether a paragraph has a number up to which it can count, as `hasCountUpNumber`. */
export const hasParagraphCountUpNumber = ({ runs }: Pick<TypesetParagraph, 'runs'>): boolean =>
  hasCountUpNumber(textOfRuns(runs));

/**
 * The digits of a number that counts up from zero, always as many as at the end. `hidden`: the number of characters before the first
 * visible digit.
 */
function digitsAt(text: string, progress: number): { characters: string[]; hidden: number } | undefined {
  const counted = countedNumber(text);
  if (!counted) return undefined;
  const { from, to, value } = counted;
  const characters = [...text.slice(from, to)];
  const places = characters.flatMap((character, at) => (digitOf(character) ? [at] : []));
  const now = String(Math.round(value * progress)).padStart(places.length, '0');
  places.forEach((at, index) => {
    const { zero } = digitOf(characters[at] ?? '') ?? { zero: 0x30 };
    characters[at] = String.fromCodePoint(zero + Number(now[index] ?? 0));
  });
  // A number below one keeps the zero before its decimals.
  const decimals = DECIMALS.exec(text.slice(from, to))?.[0] ?? '';
  const shown = [...decimals].filter((character) => digitOf(character)).length + 1;
  const first = Math.min(/[1-9]/.exec(now)?.index ?? places.length, places.length - shown);
  return { characters, hidden: places[first] ?? 0 };
}

/** The colour of digits that keep their place. */
const INVISIBLE = '#00000000';

/**
 * A paragraph whose number has counted up to a fraction of the way (0–1). It keeps its width if digits are equally wide: leading zeros are
 * invisible. Returns the paragraph itself if its number does not count up, and at the end of the way.
 */
export function paragraphWhileCountingUp(paragraph: TypesetParagraph, progress: number): TypesetParagraph {
  const text = textOfRuns(paragraph.runs);
  const counted = progress >= 1 ? undefined : digitsAt(text, progress);
  const start = countedNumber(text)?.from ?? 0;
  if (!counted) return paragraph;
  const { characters, hidden } = counted;
  const shown = [...text.slice(0, start), ...characters, ...text.slice(start + characters.join('').length)];
  const first = [...text.slice(0, start)].length;
  let at = 0;
  const runs = paragraph.runs.flatMap((run): TextRun[] => {
    if (!('text' in run)) return [run];
    return [...run.text].map((): TextRun => {
      const index = at++;
      const isHidden = index >= first && index < first + hidden;
      return { ...run, text: shown[index] ?? '', ...(isHidden ? { color: INVISIBLE } : {}) };
    });
  });
  // Digits on the way may be wider than those at its end, for which there is room.
  return { ...paragraph, isUnbroken: true, runs: mergeAdjacentTextRuns(runs) };
}

/** The texts around a number, and the number of its decimals: amounts of one form count from one to the other. */
function formOfAmount(text: string, { from, to }: FoundNumber): string {
  const decimals = [...(DECIMALS.exec(text.slice(from, to))?.[0] ?? '')].length;
  return JSON.stringify([text.slice(0, from), text.slice(to), decimals]);
}

/**
 * A paragraph whose amount is on its way (0–1) from that of one paragraph to that of another, in the form of the larger one; undefined if
 * the two do not differ in their amounts alone.
 */
export function paragraphBetweenAmounts(
  one: TypesetParagraph,
  other: TypesetParagraph,
  progress: number,
): TypesetParagraph | undefined {
  const texts = [textOfRuns(one.runs), textOfRuns(other.runs)] as const;
  const [from, to] = [amountInText(texts[0]), amountInText(texts[1])];
  if (!from || !to || formOfAmount(texts[0], from) !== formOfAmount(texts[1], to)) return undefined;
  if (progress <= 0 || progress >= 1) return progress <= 0 ? one : other;
  const larger = from.value > to.value ? one : other;
  const most = Math.max(from.value, to.value);
  const now = Math.round(from.value + (to.value - from.value) * progress);
  return now === most ? larger : withoutHiddenDigits(paragraphWhileCountingUp(larger, now / most));
}

/** A paragraph without the digits that keep their place invisibly. */
const withoutHiddenDigits = (paragraph: TypesetParagraph): TypesetParagraph => ({
  ...paragraph,
  runs: paragraph.runs.filter((run) => !('text' in run && run.color === INVISIBLE)),
});
