import { mergeAdjacentTextRuns, type TextRun, textOfRuns } from './text-runs.ts';
import type { TypesetParagraph } from './typesetting.ts';

/**
 * Code points of the zeros of decimal digits, which the digits 1 to 9 follow: European, Arabic, Persian, of Indian scripts, Thai, Lao,
 * Burmese, Khmer, fullwidth.
 */
const ZEROS = [
  0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0x1040, 0x17e0,
  0xff10,
];
/** Characters between the digits of a number. */
const SEPARATORS = ".,'\u2019 \u00a0\u202f\u2009\u066b\u066c";

/** A text with one number: the text before it, its digits with separators between them, and the text after it. */
const ONE_NUMBER = new RegExp(
  `^(?<before>\\P{Nd}*)(?<number>\\p{Nd}(?:[${SEPARATORS}]?\\p{Nd})*)(?<after>\\P{Nd}*)$`,
  'u',
);
/** Signs directly before a number that make it a name or a place in an order: `Q3`, `v2`, `#1`. */
const SIGN_OF_NAME = /(?:[#№]|(?<![\p{Lu}]{2})\p{L})$/u;
/** Signs around a number that make it a part of a time, a ratio or a fraction. */
const SIGN_OF_PART = /^[:/]|[:/]$/u;
/** A year from 1800 to 2099, alone. */
const YEAR_NUMBER = /^(?:1[89]|20)\d\d$/;
/** The decimals at the end of a number, with the separator before them: one, two, or more than three digits. */
const DECIMALS = /[.,\u066b]\p{Nd}{1,2}$|[.,\u066b]\p{Nd}{4,}$/u;
/** The smallest number that counts up: viewers would not see a smaller one count. */
const MIN_COUNTED_NUMBER = 2;
/** The largest number of digits: a number of more digits is not exact. */
const MAX_DIGITS = 15;

/** The value of a decimal digit, and the code point of its zero; undefined for other characters. */
function digitOf(character: string): { value: number; zero: number } | undefined {
  const code = character.codePointAt(0) ?? 0;
  const zero = ZEROS.find((zeroCode) => zeroCode <= code && code < zeroCode + 10);
  return zero === undefined ? undefined : { value: code - zero, zero };
}

/** Reports whether separators divide a number into groups of two or three digits; the first group may be shorter, the last may be decimals. */
function isGrouped(number: string): boolean {
  const [firstGroup = '', ...groups] = number.split(new RegExp(`[${SEPARATORS}]`, 'u'));
  const middleGroups = groups.slice(0, -1);
  return (
    (groups.length < 2 || firstGroup.length <= 3) && middleGroups.every(({ length }) => length === 2 || length === 3)
  );
}

/** The place of a number in its text, in UTF-16 units, and the whole number that its digits are without separators. */
interface NumberInText {
  from: number;
  to: number;
  value: number;
}

/** The only number of a text, if it is an amount; undefined for names, years, times and parts of a text with several numbers. */
function amountInText(text: string): NumberInText | undefined {
  const { before = '', number = '', after = '' } = ONE_NUMBER.exec(text)?.groups ?? {};
  if (number === '' || SIGN_OF_NAME.test(before) || SIGN_OF_PART.test(before.trim()) || SIGN_OF_PART.test(after.trim()))
    return undefined;
  if (before === '' && after === '' && YEAR_NUMBER.test(number)) return undefined;
  const digits = [...number].filter((character) => /\p{Nd}/u.test(character)).map(digitOf);
  // A number that starts with a zero, such as 007 or a telephone number, is a name.
  if (digits[0]?.value === 0 && /^\p{Nd}{2}/u.test(number)) return undefined;
  if (digits.some((digit) => digit === undefined) || digits.length > MAX_DIGITS || !isGrouped(number)) return undefined;
  const value = Number(digits.map((digit) => digit?.value ?? 0).join(''));
  return { from: before.length, to: before.length + number.length, value };
}

/** The number that a text counts to; undefined if it does not count up. */
function countUpNumber(text: string): NumberInText | undefined {
  const amount = amountInText(text);
  return amount && amount.value >= MIN_COUNTED_NUMBER ? amount : undefined;
}

/** Reports whether a text has a number up to which it can count, such as `1,234.5`, `45 %`, `$3.2M` and `٣٤`. */
export const hasCountUpNumber = (text: string): boolean => countUpNumber(text) !== undefined;

/** Reports whether a paragraph has a number up to which it can count (`hasCountUpNumber`). */
export const hasParagraphCountUpNumber = ({ runs }: Pick<TypesetParagraph, 'runs'>): boolean =>
  hasCountUpNumber(textOfRuns(runs));

/**
 * The characters of the number of a text that counts up from zero, always as many as at the end. `hidden`: the number of characters before
 * the first visible digit. Undefined if the text does not count up.
 * @param progress 0–1
 */
function digitsAt(text: string, progress: number): { characters: string[]; hidden: number } | undefined {
  const counted = countUpNumber(text);
  if (!counted) return undefined;
  const { from, to, value } = counted;
  const characters = [...text.slice(from, to)];
  const digitIndexes = characters.flatMap((character, at) => (digitOf(character) ? [at] : []));
  const currentDigits = String(Math.round(value * progress)).padStart(digitIndexes.length, '0');
  digitIndexes.forEach((at, index) => {
    const { zero } = digitOf(characters[at] ?? '') ?? { zero: 0x30 };
    characters[at] = String.fromCodePoint(zero + Number(currentDigits[index] ?? 0));
  });
  // A number below one keeps the zero before its decimals.
  const decimals = DECIMALS.exec(text.slice(from, to))?.[0] ?? '';
  const keptDigits = [...decimals].filter((character) => digitOf(character)).length + 1;
  const firstVisible = Math.min(
    /[1-9]/.exec(currentDigits)?.index ?? digitIndexes.length,
    digitIndexes.length - keptDigits,
  );
  return { characters, hidden: digitIndexes[firstVisible] ?? 0 };
}

/** The colour of leading zeros, which keep their place invisibly. */
const INVISIBLE = '#00000000';

/**
 * A paragraph whose number has counted up to a fraction of the way (0–1). It keeps its width if digits are equally wide: leading zeros are
 * invisible. Returns the paragraph itself if its number does not count up, and at the end of the way.
 */
export function paragraphWhileCountingUp(paragraph: TypesetParagraph, progress: number): TypesetParagraph {
  const text = textOfRuns(paragraph.runs);
  const digitsNow = progress >= 1 ? undefined : digitsAt(text, progress);
  const numberStart = countUpNumber(text)?.from ?? 0;
  if (!digitsNow) return paragraph;
  const { characters, hidden } = digitsNow;
  const characterList = [
    ...text.slice(0, numberStart),
    ...characters,
    ...text.slice(numberStart + characters.join('').length),
  ];
  const firstDigit = [...text.slice(0, numberStart)].length;
  let position = 0;
  const runs = paragraph.runs.flatMap((run): TextRun[] => {
    if (!('text' in run)) return [run];
    return [...run.text].map((): TextRun => {
      const index = position++;
      const isHidden = index >= firstDigit && index < firstDigit + hidden;
      return { ...run, text: characterList[index] ?? '', ...(isHidden ? { color: INVISIBLE } : {}) };
    });
  });
  // Digits on the way may be wider than those of the final number, for which the line has room.
  return { ...paragraph, isUnbroken: true, runs: mergeAdjacentTextRuns(runs) };
}

/** The texts around a number, and its number of decimals, as a key: amounts with the same key can count from one to the other. */
function formOfAmount(text: string, { from, to }: NumberInText): string {
  const decimals = [...(DECIMALS.exec(text.slice(from, to))?.[0] ?? '')].length;
  return JSON.stringify([text.slice(0, from), text.slice(to), decimals]);
}

/**
 * A paragraph whose amount is on its way from that of one paragraph to that of another, in the form of the larger one; undefined if the two
 * differ in more than their amounts.
 * @param progress 0–1
 */
export function interpolateParagraphAmount(
  first: TypesetParagraph,
  second: TypesetParagraph,
  progress: number,
): TypesetParagraph | undefined {
  const texts = [textOfRuns(first.runs), textOfRuns(second.runs)] as const;
  const [from, to] = [amountInText(texts[0]), amountInText(texts[1])];
  if (!from || !to || formOfAmount(texts[0], from) !== formOfAmount(texts[1], to)) return undefined;
  if (progress <= 0 || progress >= 1) return progress <= 0 ? first : second;
  const largerParagraph = from.value > to.value ? first : second;
  const largerValue = Math.max(from.value, to.value);
  const currentValue = Math.round(from.value + (to.value - from.value) * progress);
  return currentValue === largerValue
    ? largerParagraph
    : withoutHiddenDigits(paragraphWhileCountingUp(largerParagraph, currentValue / largerValue));
}

/** A paragraph without the digits that keep their place invisibly. */
const withoutHiddenDigits = (paragraph: TypesetParagraph): TypesetParagraph => ({
  ...paragraph,
  runs: paragraph.runs.filter((run) => !('text' in run && run.color === INVISIBLE)),
});
