import type { QuotationMarks } from './quotation-marks.ts';

/** A replacement of a part of a text. Positions are those of the text before any replacement, in UTF-16 code units. */
export interface TextReplacement {
  /** Position and length of the part that is replaced. */
  at: number;
  length: number;
  text: string;
}

const APOSTROPHE = '’';
/** The character (or the start of the text) after which a quotation mark opens. */
const OPENS_AFTER = /^$|[\s([{<«“‘„‚‹/\u2013\u2014-]$/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}\p{M}]/u;
const DIGIT = /\p{Nd}/u;
/** Words without their start, such as `'til` and `'90s`: the mark before them is an apostrophe. */
const SHORTENED_WORD = /^(?:\d\ds?\b|(?:tis|twas|til|em|n|cause|round|bout|s|t|k)\b)/iu;

/** A straight quotation mark in its text. */
interface Mark {
  at: number;
  /** The characters before and after it; empty at the ends of the text. */
  before: string;
  after: string;
}

/** The straight marks of one kind in a text. */
const marksIn = (text: string, kind: '"' | "'"): Mark[] =>
  Array.from(text.matchAll(new RegExp(kind, 'gu')), ({ index: at }) => ({
    at,
    before: text.charAt(at - 1),
    after: text.charAt(at + 1),
  }));

/** Reports whether a mark may open a quotation. */
const mayOpen = ({ before, after }: Mark): boolean => OPENS_AFTER.test(before) && after !== '' && !/\s/u.test(after);
/** Reports whether a mark may close a quotation. */
const mayClose = ({ before, after }: Mark): boolean =>
  before !== '' && !/[\s([{]/u.test(before) && !LETTER_OR_DIGIT.test(after);

/**
 * Pairs of marks that open and close a quotation. A mark after a digit, which may mean inches or minutes, closes a quotation only if no other
 * mark does.
 */
function pairsOf(marks: readonly Mark[]): (readonly [open: Mark, close: Mark])[] {
  const pairs: (readonly [Mark, Mark])[] = [];
  let firstIndex = 0;
  for (;;) {
    const openIndex = marks.findIndex((mark, i) => i >= firstIndex && mayOpen(mark));
    const openingMark = marks[openIndex];
    if (!openingMark) return pairs;
    // A mark that can only open starts another quotation.
    const nextOpenIndex = marks.findIndex((mark, i) => i > openIndex && mayOpen(mark) && !mayClose(mark));
    const closingMarks = marks.slice(openIndex + 1, nextOpenIndex < 0 ? undefined : nextOpenIndex).filter(mayClose);
    const closingMark = closingMarks.find(({ before }) => !DIGIT.test(before)) ?? closingMarks.at(-1);
    if (closingMark) pairs.push([openingMark, closingMark]);
    firstIndex = closingMark ? marks.indexOf(closingMark) + 1 : openIndex + 1;
  }
}

/** The edits that replace pairs of straight marks by the opening and the closing mark of a language. */
const editsOfPairs = (
  pairs: readonly (readonly [Mark, Mark])[],
  [openingText, closingText]: readonly [string, string],
): TextReplacement[] =>
  pairs.flatMap(([openingMark, closingMark]) => [
    { at: openingMark.at, length: 1, text: openingText },
    { at: closingMark.at, length: 1, text: closingText },
  ]);

/** The edits that make marks apostrophes: within words, before shortened ones, and after words. */
function apostropheEdits(text: string, marks: readonly Mark[]): TextReplacement[] {
  return marks
    .filter(({ at, before, after }) => {
      if (LETTER_OR_DIGIT.test(before) && LETTER_OR_DIGIT.test(after)) return !DIGIT.test(before) || !DIGIT.test(after);
      if (LETTER_OR_DIGIT.test(after)) return SHORTENED_WORD.test(text.slice(at + 1));
      return LETTER_OR_DIGIT.test(before) && !DIGIT.test(before);
    })
    .map(({ at }) => ({ at, length: 1, text: APOSTROPHE }));
}

/**
 * The edits that replace straight quotation marks and apostrophes by those of a language. Marks of inches, feet, minutes and seconds,
 * and marks without a partner, stay.
 */
export function smartQuoteEdits(text: string, { double, single }: QuotationMarks): TextReplacement[] {
  const singleMarks = marksIn(text, "'");
  const quotationCandidates = singleMarks.filter(
    ({ at, after }) => !isInWord(text, at) && !(LETTER_OR_DIGIT.test(after) && SHORTENED_WORD.test(text.slice(at + 1))),
  );
  const singlePairs = pairsOf(quotationCandidates);
  const pairedPositions = new Set(singlePairs.flat().map(({ at }) => at));
  const unpairedMarks = singleMarks.filter(({ at }) => !pairedPositions.has(at));
  return [
    ...editsOfPairs(pairsOf(marksIn(text, '"')), double),
    ...editsOfPairs(singlePairs, single),
    ...apostropheEdits(text, unpairedMarks),
  ];
}

/** Reports whether the character at a position is between letters or digits. */
const isInWord = (text: string, at: number): boolean =>
  LETTER_OR_DIGIT.test(text.charAt(at - 1)) && LETTER_OR_DIGIT.test(text.charAt(at + 1));
