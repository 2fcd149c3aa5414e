import { MAX_SENTENCE_UTF16_UNITS, type SpokenFormLookup, type TextRange, trimRange } from './text-range.ts';

// A mark before a space, or a mark of a script without spaces: "1,000" and "12:30" stay whole.
const CLAUSE_MARK = /(?<=[,;:،؛–—])\s|(?<=[、，；：])/gu;
const SPACE = /\s/gu;

/**
 * Splits a sentence into parts of at most MAX_SENTENCE_UTF16_UNITS in their spoken form: at clause marks, else at white space, else between
 * words of the language, else between characters. Units that are spoken as a whole stay whole.
 */
export function splitLongSentence(
  written: string,
  sentence: TextRange,
  locale: string,
  spokenForm: SpokenFormLookup,
): TextRange[] {
  const { from, to } = sentence;
  if (spokenForm.lengthOf(from, to) <= MAX_SENTENCE_UTF16_UNITS) return [sentence];
  const text = written.slice(from, to);
  const cutFinders = [
    () => Array.from(text.matchAll(CLAUSE_MARK), ({ index, 0: mark }) => index + mark.length),
    () => Array.from(text.matchAll(SPACE), ({ index }) => index + 1),
    () => Array.from(new Intl.Segmenter(locale, { granularity: 'word' }).segment(text), ({ index }) => index),
    () => Array.from(text.matchAll(/./gsu), ({ index }) => index),
  ];
  let pieces: TextRange[] = [];
  for (const findCuts of cutFinders) {
    pieces = rangesBetweenCuts(findCuts(), sentence, written, spokenForm);
    if (pieces.every((piece) => spokenForm.lengthOf(piece.from, piece.to) <= MAX_SENTENCE_UTF16_UNITS)) break;
  }
  return joinPieces(pieces, sentence, spokenForm);
}

/** The ranges between the offsets at which the sentence may be cut. @param cutOffsets from the start of the sentence */
function rangesBetweenCuts(
  cutOffsets: readonly number[],
  { from, to }: TextRange,
  written: string,
  spokenForm: SpokenFormLookup,
): TextRange[] {
  const cuts = cutOffsets
    .map((cut) => from + cut)
    .filter((cut) => cut > from && cut < to && !spokenForm.isInsideUnit(cut));
  return [from, ...cuts]
    .map((start, index) => trimRange(written, start, cuts[index] ?? to))
    .filter((range) => range.to > range.from);
}

/** Joins neighbouring pieces to parts of about equal length. */
function joinPieces(pieces: readonly TextRange[], sentence: TextRange, { lengthOf }: SpokenFormLookup): TextRange[] {
  const totalLength = lengthOf(sentence.from, sentence.to);
  const targetLength = Math.ceil(totalLength / Math.ceil(totalLength / MAX_SENTENCE_UTF16_UNITS));
  const parts: TextRange[] = [];
  for (const { from, to } of pieces) {
    const lastPart = parts.at(-1);
    if (
      lastPart &&
      lengthOf(lastPart.from, to) <= MAX_SENTENCE_UTF16_UNITS &&
      lengthOf(lastPart.from, lastPart.to) < targetLength
    )
      lastPart.to = to;
    else parts.push({ from, to });
  }
  return parts;
}
