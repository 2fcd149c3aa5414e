import type { QuotationMarks } from './quotation-marks.ts';

/** A replacement of a part of a text. */
export interface TextReplacement {
  /** Position and length of what is replaced. */
  at: number;
  length: number;
  text: string;
}

const APOSTROPHE = '’';
const OPENS_AFTER = /^$|[\s([{<«“‘„‚‹/\u2013\u2014-]$/u;
const LETTER = /[\p{L}\p{N}\p{M}]/u;
const DIGIT = /\p{Nd}/u;
/** Words without their start, as `'til` and `'90s`: the mark before them is an apostrophe. */
const SHORTENED = /^(?:\d\ds?\b|(?:tis|twas|til|em|n|cause|round|bout|s|t|k)\b)/iu;

/** A straight mark in its text. */
interface Mark {
  at: number;
  /** The characters before and after it; empty at the ends of the text. */
  before: string;
  after: string;
}

const marksIn = (text: string, sign: string): Mark[] =>
  Array.from(text.matchAll(new RegExp(sign, 'gu')), ({ index: at }) => ({
    at,
    before: text.charAt(at - 1),
    after: text.charAt(at + 1),
  }));

const mayOpen = ({ before, after }: Mark): boolean => OPENS_AFTER.test(before) && after !== '' && !/\s/u.test(after);
const mayClose = ({ before, after }: Mark): boolean => before !== '' && !/[\s([{]/u.test(before) && !LETTER.test(after);

/**
 * Pairs of marks that open and close a quotation. A mark after a digit, as of inches and minutes, closes one only if no other
 * mark does.
 */
function pairsOf(marks: readonly Mark[]): (readonly [open: Mark, close: Mark])[] {
  const pairs: (readonly [Mark, Mark])[] = [];
  let from = 0;
  for (;;) {
    const openAt = marks.findIndex((mark, i) => i >= from && mayOpen(mark));
    const open = marks[openAt];
    if (!open) return pairs;
    const nextOpen = marks.findIndex((mark, i) => i > openAt && mayOpen(mark) && !mayClose(mark));
    const within = marks.slice(openAt + 1, nextOpen < 0 ? undefined : nextOpen).filter(mayClose);
    const close = within.find(({ before }) => !DIGIT.test(before)) ?? within.at(-1);
    if (close) pairs.push([open, close]);
    from = close ? marks.indexOf(close) + 1 : openAt + 1;
  }
}

const editsOf = (
  pairs: readonly (readonly [Mark, Mark])[],
  [open, close]: readonly [string, string],
): TextReplacement[] =>
  pairs.flatMap(([first, last]) => [
    { at: first.at, length: 1, text: open },
    { at: last.at, length: 1, text: close },
  ]);

/** Apostrophes within words, before shortened ones, and after words that end in one. */
function apostrophes(text: string, marks: readonly Mark[]): TextReplacement[] {
  return marks
    .filter(({ at, before, after }) => {
      if (LETTER.test(before) && LETTER.test(after)) return !DIGIT.test(before) || !DIGIT.test(after);
      if (LETTER.test(after)) return SHORTENED.test(text.slice(at + 1));
      return LETTER.test(before) && !DIGIT.test(before);
    })
    .map(({ at }) => ({ at, length: 1, text: APOSTROPHE }));
}

/**
 * The edits that replace straight quotation marks and apostrophes by those of a language. Marks of inches, feet, minutes and seconds,
 * and marks without a partner, stay.
 */
export function smartQuoteEdits(text: string, { double, single }: QuotationMarks): TextReplacement[] {
  const singles = marksIn(text, "'").filter(({ at }) => !isInWord(text, at));
  const free = singles.filter(({ at, after }) => !(LETTER.test(after) && SHORTENED.test(text.slice(at + 1))));
  const quoted = pairsOf(free);
  const inPairs = new Set(quoted.flat().map(({ at }) => at));
  const others = marksIn(text, "'").filter(({ at }) => !inPairs.has(at));
  return [...editsOf(pairsOf(marksIn(text, '"')), double), ...editsOf(quoted, single), ...apostrophes(text, others)];
}

const isInWord = (text: string, at: number): boolean =>
  LETTER.test(text.charAt(at - 1)) && LETTER.test(text.charAt(at + 1));
