import type { TextRange } from '../text-range.ts';
import { writtenWords } from './written-words.ts';

/** A range of a written sentence, and the range of its spoken words. */
export interface WrittenToSpokenRange extends TextRange {
  /** Range in the spoken text of the sentence, in UTF-16 units. */
  sayFrom: number;
  sayTo: number;
}

/** A word in the sound of a clip, or of a sentence. */
export interface SpokenWordSpan extends TextRange {
  /** Samples from the start of the sound; the offsets are in the spoken text. */
  startSample: number;
  endSample: number;
}

/**
 * Start and end of each written word of a sentence in samples, one after the other; undefined where the sound has no marks. A word without
 * marks (such as a silent dash) takes the time between its neighbours.
 * @param ranges in order; undefined: the sentence is spoken as written
 * @param marks in order, with offsets in the spoken text of the sentence
 */
export function timesOfSentenceWords(
  text: string,
  ranges: readonly WrittenToSpokenRange[] = [{ from: 0, to: text.length, sayFrom: 0, sayTo: text.length }],
  marks: readonly SpokenWordSpan[] = [],
): number[] | undefined {
  if (marks.length === 0) return undefined;
  const places = writtenWords(text).map((word) => spokenRangeOf(word, ranges));
  const shares = marks.flatMap((mark) => sharesOf(mark, places));
  return withoutGaps(
    places.map((place) => marksOf(place, shares)),
    marks,
  );
}

const middleOf = ({ from, to }: TextRange): number => (from + to) / 2;

const isIn = (offset: number, { from, to }: TextRange): boolean => offset >= from && offset < to;

/** A mark, or its shares by length where the engine counts several written words as one: in scripts without spaces. */
function sharesOf(mark: SpokenWordSpan, places: readonly TextRange[]): SpokenWordSpan[] {
  const within = places.filter((place) => isIn(middleOf(place), mark));
  if (within.length < 2) return [mark];
  const borders = [mark.from, ...within.slice(1).map(({ from }) => from), mark.to];
  const timeOf = (offset: number): number =>
    Math.round(mark.startSample + ((offset - mark.from) / (mark.to - mark.from)) * (mark.endSample - mark.startSample));
  return within.map((_, index) => {
    const [from, to] = [borders[index] ?? mark.from, borders[index + 1] ?? mark.to];
    return { from, to, startSample: timeOf(from), endSample: timeOf(to) };
  });
}

/** The range of the spoken text for a range of the written text. Within a range that is spoken as a whole, it is proportional. */
function spokenRangeOf({ from, to }: TextRange, ranges: readonly WrittenToSpokenRange[]): TextRange {
  const touched = ranges.filter((range) => range.from < to && range.to > from);
  const [first, last] = [touched[0], touched.at(-1)];
  if (!first || !last) return { from: 0, to: 0 };
  return { from: spokenOffset(Math.max(from, first.from), first), to: spokenOffset(Math.min(to, last.to), last) };
}

const spokenOffset = (at: number, { from, to, sayFrom, sayTo }: WrittenToSpokenRange): number =>
  sayFrom + ((at - from) / (to - from)) * (sayTo - sayFrom);

/** The time of the marks whose middle is in a range; undefined when there is none. */
function marksOf(place: TextRange, marks: readonly SpokenWordSpan[]): [number, number] | undefined {
  const inside = marks.filter((mark) => isIn(middleOf(mark), place));
  const [first, last] = [inside[0], inside.at(-1)];
  return first && last && [first.startSample, last.endSample];
}

function withoutGaps(words: readonly ([number, number] | undefined)[], marks: readonly SpokenWordSpan[]): number[] {
  let before = marks[0]?.startSample ?? 0;
  return words.flatMap((word, index) => {
    const next = words.slice(index + 1).find((later) => later !== undefined);
    const [start, end] = word ?? [before, next?.[0] ?? before];
    // A later word never starts before an earlier one ends, whatever the engine says.
    const from = Math.max(before, start);
    before = Math.max(from, end);
    return [from, before];
  });
}
