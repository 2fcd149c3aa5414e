import type { TextRange } from '../text-range.ts';
import { findWrittenWords } from './written-words.ts';

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
  const spokenRanges = findWrittenWords(text).map((word) => spokenRangeOf(word, ranges));
  const sharedMarks = marks.flatMap((mark) => sharesOf(mark, spokenRanges));
  return fillGaps(
    spokenRanges.map((spokenRange) => timesOfMarksIn(spokenRange, sharedMarks)),
    marks,
  );
}

const middleOf = ({ from, to }: TextRange): number => (from + to) / 2;

const isIn = (offset: number, { from, to }: TextRange): boolean => offset >= from && offset < to;

/** A mark, or its shares by length where the engine counts several written words as one: in scripts without spaces. */
function sharesOf(mark: SpokenWordSpan, spokenRanges: readonly TextRange[]): SpokenWordSpan[] {
  const containedRanges = spokenRanges.filter((spokenRange) => isIn(middleOf(spokenRange), mark));
  if (containedRanges.length < 2) return [mark];
  const borders = [mark.from, ...containedRanges.slice(1).map(({ from }) => from), mark.to];
  const timeOf = (offset: number): number =>
    Math.round(mark.startSample + ((offset - mark.from) / (mark.to - mark.from)) * (mark.endSample - mark.startSample));
  return containedRanges.map((_, index) => {
    const [from, to] = [borders[index] ?? mark.from, borders[index + 1] ?? mark.to];
    return { from, to, startSample: timeOf(from), endSample: timeOf(to) };
  });
}

/** The range of the spoken text for a range of the written text. Within a range that is spoken as a whole, it is proportional. */
function spokenRangeOf({ from, to }: TextRange, ranges: readonly WrittenToSpokenRange[]): TextRange {
  const overlappingRanges = ranges.filter((range) => range.from < to && range.to > from);
  const [firstRange, lastRange] = [overlappingRanges[0], overlappingRanges.at(-1)];
  if (!firstRange || !lastRange) return { from: 0, to: 0 };
  return {
    from: spokenOffset(Math.max(from, firstRange.from), firstRange),
    to: spokenOffset(Math.min(to, lastRange.to), lastRange),
  };
}

const spokenOffset = (offset: number, { from, to, sayFrom, sayTo }: WrittenToSpokenRange): number =>
  sayFrom + ((offset - from) / (to - from)) * (sayTo - sayFrom);

/** The time of the marks whose middle is in a range; undefined when there is none. */
function timesOfMarksIn(spokenRange: TextRange, marks: readonly SpokenWordSpan[]): [number, number] | undefined {
  const containedMarks = marks.filter((mark) => isIn(middleOf(mark), spokenRange));
  const [firstMark, lastMark] = [containedMarks[0], containedMarks.at(-1)];
  return firstMark && lastMark && [firstMark.startSample, lastMark.endSample];
}

/** Start and end of each word; a word without a time takes that between its neighbours. */
function fillGaps(words: readonly ([number, number] | undefined)[], marks: readonly SpokenWordSpan[]): number[] {
  let previousEnd = marks[0]?.startSample ?? 0;
  return words.flatMap((word, index) => {
    const nextWord = words.slice(index + 1).find((laterWord) => laterWord !== undefined);
    const [start, end] = word ?? [previousEnd, nextWord?.[0] ?? previousEnd];
    // A later word never starts before an earlier one ends, whatever the engine says.
    const wordStart = Math.max(previousEnd, start);
    previousEnd = Math.max(wordStart, end);
    return [wordStart, previousEnd];
  });
}
