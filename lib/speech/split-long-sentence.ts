import { MAX_SENTENCE_LENGTH, type SpokenForm, type TextRange, trimmedRange } from './text-range.ts';

// A mark followed by a space, or one of the scripts that write no spaces; so that "1,000" and "12:30" stay whole.
const CLAUSE = /(?<=[,;:،؛–—])\s|(?<=[、，；：])/gu;
const SPACE = /\s/gu;

/** A sentence in parts none of which is longer than MAX_SENTENCE_LENGTH; what is said as a whole stays whole. */
export function splitLongSentence(
  written: string,
  sentence: TextRange,
  locale: string,
  manner: SpokenForm,
): TextRange[] {
  const { from, to } = sentence;
  if (manner.lengthOf(from, to) <= MAX_SENTENCE_LENGTH) return [sentence];
  const text = written.slice(from, to);
  const places = [
    () => Array.from(text.matchAll(CLAUSE), ({ index, 0: mark }) => index + mark.length),
    () => Array.from(text.matchAll(SPACE), ({ index }) => index + 1),
    () => Array.from(new Intl.Segmenter(locale, { granularity: 'word' }).segment(text), ({ index }) => index),
    () => Array.from(text.matchAll(/./gsu), ({ index }) => index),
  ];
  let pieces: TextRange[] = [];
  for (const placesOf of places) {
    pieces = between(placesOf(), sentence, written, manner);
    if (pieces.every((piece) => manner.lengthOf(piece.from, piece.to) <= MAX_SENTENCE_LENGTH)) break;
  }
  return fill(pieces, sentence, manner);
}

/** The stretches between the places where it may be cut. */
function between(places: readonly number[], { from, to }: TextRange, written: string, manner: SpokenForm): TextRange[] {
  const cuts = places
    .map((place) => from + place)
    .filter((place) => place > from && place < to && !manner.isInsideUnit(place));
  return [from, ...cuts]
    .map((start, index) => trimmedRange(written, start, cuts[index] ?? to))
    .filter((it) => it.to > it.from);
}

/** Joins neighbouring pieces again, as many as fit, as evenly as a look ahead at the number of parts allows. */
function fill(pieces: readonly TextRange[], sentence: TextRange, { lengthOf }: SpokenForm): TextRange[] {
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
