import { MAX_SENTENCE_LENGTH, type Manner, type Stretch, trimmed } from './stretch.ts';

// A mark followed by a space, or one of the scripts that write no spaces; so that "1,000" and "12:30" stay whole.
const CLAUSE = /(?<=[,;:،؛–—])\s|(?<=[、，；：])/gu;
const SPACE = /\s/gu;

/** A sentence in parts none of which is longer than MAX_SENTENCE_LENGTH; what is said as a whole stays whole. */
export function cutLong(written: string, sentence: Stretch, locale: string, manner: Manner): Stretch[] {
  const { from, to } = sentence;
  if (manner.weigh(from, to) <= MAX_SENTENCE_LENGTH) return [sentence];
  const text = written.slice(from, to);
  const places = [
    () => Array.from(text.matchAll(CLAUSE), ({ index, 0: mark }) => index + mark.length),
    () => Array.from(text.matchAll(SPACE), ({ index }) => index + 1),
    () => Array.from(new Intl.Segmenter(locale, { granularity: 'word' }).segment(text), ({ index }) => index),
    () => Array.from(text.matchAll(/./gsu), ({ index }) => index),
  ];
  let pieces: Stretch[] = [];
  for (const placesOf of places) {
    pieces = between(placesOf(), sentence, written, manner);
    if (pieces.every((piece) => manner.weigh(piece.from, piece.to) <= MAX_SENTENCE_LENGTH)) break;
  }
  return fill(pieces, sentence, manner);
}

/** The stretches between the places where it may be cut. */
function between(places: readonly number[], { from, to }: Stretch, written: string, manner: Manner): Stretch[] {
  const cuts = places
    .map((place) => from + place)
    .filter((place) => place > from && place < to && !manner.isWithin(place));
  return [from, ...cuts]
    .map((start, index) => trimmed(written, start, cuts[index] ?? to))
    .filter((it) => it.to > it.from);
}

/** Joins neighbouring pieces again, as many as fit, as evenly as a look ahead at the number of parts allows. */
function fill(pieces: readonly Stretch[], sentence: Stretch, { weigh }: Manner): Stretch[] {
  const whole = weigh(sentence.from, sentence.to);
  const aim = Math.ceil(whole / Math.ceil(whole / MAX_SENTENCE_LENGTH));
  const parts: Stretch[] = [];
  for (const { from, to } of pieces) {
    const part = parts.at(-1);
    if (part && weigh(part.from, to) <= MAX_SENTENCE_LENGTH && weigh(part.from, part.to) < aim) part.to = to;
    else parts.push({ from, to });
  }
  return parts;
}
