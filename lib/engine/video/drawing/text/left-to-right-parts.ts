import { listUrlAndEmailSpans, type TextOffsetRange } from './addresses.ts';

/** European and Persian digits, which are written from left to right with their signs (CLDR); Arabic-Indic ones have the sign at the right. */
const DIGIT = '[0-9۰-۹]';
/** A number with separators between its digits. */
const NUMBER = String.raw`${DIGIT}+(?:[.,:/'’٫٬\u00a0\u202f]${DIGIT}+)*`;
/** Signs of currencies, and signs that a number of a list or an order has before it. */
const [CURRENCY, SIGN_BEFORE] = ['[$€£¥₪₹₩₺₽₴]', '[$€£¥₪₹₩₺₽₴#№]'];
/** Signs after an amount. */
const AFTER_AMOUNT = String.raw`(?:[ \u00a0\u202f]?[%٪‰]|[ \u00a0\u202f]?${CURRENCY}|°[CF]?)`;
/** A hyphen or a dash that is a sign: nothing that it could join is before it, such as the Hebrew `ב` of `ב-12%`. */
const MINUS = String.raw`(?<![\p{L}\p{N}\p{Pd}%٪)])[-–]`;
/** Other signs of a number. */
const OTHER_SIGN = String.raw`(?<![\p{N}\p{Script=Latin}])[+−±]`;
/** The start of a number that has no digit before it, also not at the other end of a range. */
const NUMBER_START = String.raw`(?<![\p{N}\p{Script=Latin}][\p{Pd}−/.,:]?)`;

/** Parts that are read from left to right in any text: amounts with signs, and names with a sign such as `C++`, `C#` and `.NET`. */
const SIGNED_PARTS = new RegExp(
  [
    `(?:${MINUS}|${OTHER_SIGN})${CURRENCY}?${NUMBER}${AFTER_AMOUNT}?`,
    `${NUMBER_START}${SIGN_BEFORE}${NUMBER}${AFTER_AMOUNT}?`,
    // The sign of percent is left of Persian digits in Persian text.
    `${NUMBER_START}${NUMBER.replaceAll(DIGIT, '[0-9]')}${AFTER_AMOUNT}`,
    String.raw`(?<![\p{L}\p{N}])\p{Script=Latin}[\p{Script=Latin}\p{N}]*(?:\+{1,2}|#)(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}.])\.\p{Script=Latin}[\p{Script=Latin}\p{N}]+`,
  ].join('|'),
  'gu',
);

/** A separator of groups of digits. */
const SEPARATOR = String.raw`[-. \u00a0\u202f]`;
/** A group of digits in brackets. */
const BRACKETED = String.raw`\([0-9]+\)`;
/** Groups of digits with a separator or brackets between them, such as numbers of telephones. */
const DIGIT_GROUPS = new RegExp(
  `(?<![\\p{Script=Latin}\\p{N}+])\\+?(?:${BRACKETED}${SEPARATOR}?)?[0-9]+` +
    `(?:(?:${SEPARATOR}|${SEPARATOR}?${BRACKETED}${SEPARATOR}?)[0-9]+)*(?![\\p{L}\\p{N}])`,
  'gu',
);
/** The smallest number of digits of a telephone number. */
const MIN_PHONE_DIGITS = 7;
/** The whole of a number with spaces between its groups of thousands. */
const SPACED_THOUSANDS = /^[0-9]{1,3}(?: [0-9]{3})+$/u;

/** Reports whether groups of digits are one number: that of a telephone, or one with groups of thousands. */
function isOneNumber(groups: string): boolean {
  if (SPACED_THOUSANDS.test(groups)) return true;
  if (groups.replace(/[^0-9]/gu, '').length < MIN_PHONE_DIGITS) return false;
  return /^[+(0]|\)/u.test(groups) || groups.split('-').length > 2;
}

/** An address without letters of other scripts, not one that a hyphen of the text before it is a part of. */
const LATIN_ADDRESS = /^(?!-)[[^\p{L}]\p{Script=Latin}]+$/v;

/** The ranges of the matches of a pattern. */
const matchRanges = (text: string, pattern: RegExp): (TextOffsetRange & { part: string })[] =>
  Array.from(text.matchAll(pattern), ({ 0: part, index }) => ({ from: index, to: index + part.length, part }));

/**
 * The parts of a text that are read from left to right also between letters that are written from right to left, in order: amounts with their
 * signs, telephone numbers, addresses, and names with a sign. Without isolation, `-12%` becomes `%12-`.
 */
function leftToRightParts(text: string): TextOffsetRange[] {
  const parts = [
    ...listUrlAndEmailSpans(text).filter(({ from, to }) => LATIN_ADDRESS.test(text.slice(from, to))),
    ...matchRanges(text, DIGIT_GROUPS).filter(({ part }) => isOneNumber(part)),
    ...matchRanges(text, SIGNED_PARTS),
  ];
  const chosenParts: TextOffsetRange[] = [];
  for (const { from, to } of parts)
    if (chosenParts.every((other) => to <= other.from || other.to <= from)) chosenParts.push({ from, to });
  return chosenParts.sort((a, b) => a.from - b.from);
}

/** Reports whether a text is one part that is read from left to right in any text, such as `-12%` or a telephone number. */
export function isOneLeftToRightPart(text: string): boolean {
  const [part] = leftToRightParts(text);
  return part?.from === 0 && part.to === text.length;
}

/** The characters before and after a part that has its own direction, from left to right (UAX #9). */
const [LEFT_TO_RIGHT_ISOLATE, POP_ISOLATE] = ['\u2066', '\u2069'];

/** A part of a text. */
interface TextSpan {
  text: string;
  code?: true | undefined;
}

/**
 * The spans of a right-to-left paragraph with isolates (UAX #9) around the parts that are read from left to right, which may be in several
 * spans, and around code.
 */
export function isolateLeftToRightParts<Span extends TextSpan>(spans: readonly Span[]): Span[] {
  // Code is isolated as a whole: letters in its place are not among the parts.
  const text = spans.map((span) => (span.code ? 'x'.repeat(span.text.length) : span.text)).join('');
  const parts = leftToRightParts(text);
  let spanStart = 0;
  return spans.map((span) => {
    const [from, to] = [spanStart, spanStart + span.text.length];
    spanStart = to;
    if (span.code) return { ...span, text: `${LEFT_TO_RIGHT_ISOLATE}${span.text}${POP_ISOLATE}` };
    let isolatedText = '';
    let copiedUntil = from;
    for (const part of parts) {
      const [partStart, partEnd] = [Math.max(part.from, from), Math.min(part.to, to)];
      if (partStart >= partEnd) continue;
      isolatedText += text.slice(copiedUntil, partStart);
      if (partStart === part.from) isolatedText += LEFT_TO_RIGHT_ISOLATE;
      isolatedText += text.slice(partStart, partEnd);
      if (partEnd === part.to) isolatedText += POP_ISOLATE;
      copiedUntil = partEnd;
    }
    return { ...span, text: isolatedText + text.slice(copiedUntil, to) };
  });
}
