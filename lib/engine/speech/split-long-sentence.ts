import { MAX_SENTENCE_LENGTH, type SpokenFormLookup, type TextRange, trimmedRange } from './text-range.ts';

// A mark before a space, or a mark of a script without spaces: "1,000" and "12:30" stay whole.
const CLAUSE = /(?<=[,;:،؛–—])\s|(?<=[、，；：])/gu;
const SPACE = /\s/gu;

/**
 * Splits a sentence into parts of at most MAX_SENTENCE_LENGTH in their spoken form: at clause marks, else at white space, else between
 * words of the language, else between characters. Units that are spoken as a whole stay whole.
 */
export function splitLongSentence(
  written: string,
  sentence: TextRange,
  locale: string,
  form: SpokenFormLookup,
): TextRange[] {
  const { from, to } = sentence;
  if (form.lengthOf(from, to) <= MAX_SENTENCE_LENGTH) return [sentence];
  const text = written.slice(from, to);
  const places = [
    () => Array.from(text.matchAll(CLAUSE), ({ index, 0: mark }) => index + mark.length),
    () => Array.from(text.matchAll(SPACE), ({ index }) => index + 1),
    () => Array.from(new Intl.Segmenter(locale, { granularity: 'word' }).segment(text), ({ index }) => index),
    () => Array.from(text.matchAll(/./gsu), ({ index }) => index),
  ];
  let pieces: TextRange[] = [];
  for (const placesOf of places) {
    pieces = between(placesOf(), sentence, written, form);
    if (pieces.every((piece) => form.lengthOf(piece.from, piece.to) <= MAX_SENTENCE_LENGTH)) break;
  }
  return joinPieces(pieces, sentence, form);
}

/** The ranges between the places where the sentence may be cut. */
function between(
  places: readonly number[],
  { from, to }: TextRange,
  written: string,
  form: SpokenFormLookup,
): TextRange[] {
  const cuts = places
    .map((place) => from + place)
    .filter((place) => place > from && place < to && !form.isInsideUnit(place));
  return [from, ...cuts]
    .map((start, index) => trimmedRange(written, start, cuts[index] ?? to))
    .filter((it) => it.to > it.from);
}

/** Joins neighbouring pieces to parts of about equal length. */
function joinPieces(pieces: readonly TextRange[], sentence: TextRange, { lengthOf }: SpokenFormLookup): TextRange[] {
  const whole = lengthOf(sentence.from, sentence.to);
  const aim = Math.ceil(whole / Math.ceil(whole / MAX_SENTENCE_LENGTH));
  const parts: TextRange[] = [];
  for (const { from, to } of pieces) {
    const part = parts.at(-1);
    if (part && lengthOf(part.from, to) <= MAX_SENTENCE_LENGTH && lengthOf(part.from, part.to) < aim) part.to = to;
    else parts.push({ from, to });
  }
  return parts;
}
