import type { TextRange } from '../text-range.ts';
import type { WrittenToSpokenRange } from '../words/times-of-sentence-words.ts';
import type { AnnotatedText, UniformlySpokenSpan } from './annotate-text.ts';
import type { SpeechScriptPart, SpeechScriptSentence, SpokenSentencePart } from './script.ts';

/**
 * The parts of a sentence with its breaks, and the places of its ranges in them. Neighbours that are spoken in the same way are one part.
 */
export function splitSentenceIntoScriptParts(
  { written, spans }: AnnotatedText,
  sentence: TextRange,
  breaks: AnnotatedText['breaks'],
): Pick<SpeechScriptSentence, 'parts' | 'ranges'> {
  const parts: SpeechScriptPart[] = [];
  const ranges: WrittenToSpokenRange[] = [];
  let spokenLength = 0;
  const pendingBreaks = [...breaks];
  let end = sentence.from;
  const addBreaksUntil = (offset: number): void => {
    for (let [nextBreak] = pendingBreaks; nextBreak && nextBreak.at <= offset; [nextBreak] = pendingBreaks) {
      parts.push({ break_seconds: nextBreak.break_seconds });
      pendingBreaks.shift();
    }
  };
  for (const span of spans.slice(firstSpanAfter(spans, sentence.from))) {
    if (span.from >= sentence.to) break;
    const from = Math.max(span.from, sentence.from);
    addBreaksUntil(end);
    if (from > end) spokenLength += appendPart(parts, { say: ' ' });
    addBreaksUntil(from);
    end = Math.min(span.to, sentence.to);
    const sayFrom = spokenLength;
    spokenLength += appendPart(parts, spokenPartOf(written, span, from, end));
    addRange(ranges, { from: from - sentence.from, to: end - sentence.from, sayFrom, sayTo: spokenLength });
  }
  addBreaksUntil(Number.POSITIVE_INFINITY);
  return isAsWritten(ranges, sentence) ? { parts } : { parts, ranges };
}

/** Adds a range, as part of the one before it where both are spoken as written. */
function addRange(ranges: WrittenToSpokenRange[], range: WrittenToSpokenRange): void {
  const previousRange = ranges.at(-1);
  const isAdjacent = previousRange && range.from - previousRange.to === range.sayFrom - previousRange.sayTo;
  if (!(isAdjacent && isVerbatim(previousRange) && isVerbatim(range))) ranges.push(range);
  else Object.assign(previousRange, { to: range.to, sayTo: range.sayTo });
}

const isVerbatim = ({ from, to, sayFrom, sayTo }: WrittenToSpokenRange): boolean => to - from === sayTo - sayFrom;

/** Reports whether all of a sentence is spoken as written. */
const isAsWritten = ([firstRange, ...otherRanges]: readonly WrittenToSpokenRange[], { from, to }: TextRange): boolean =>
  otherRanges.length === 0 &&
  firstRange?.from === 0 &&
  firstRange.sayFrom === 0 &&
  firstRange.to === to - from &&
  isVerbatim(firstRange);

/** Index of the first span that ends after an offset. */
function firstSpanAfter(spans: readonly UniformlySpokenSpan[], offset: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.to ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The part that speaks a range of a span. */
function spokenPartOf(
  written: string,
  { say, phonemes, emphasis, as, format }: UniformlySpokenSpan,
  from: number,
  to: number,
): SpokenSentencePart {
  return {
    say: say ?? written.slice(from, to).replace(/\s/gu, ' '),
    ...(phonemes === undefined ? {} : { phonemes }),
    ...(emphasis === undefined ? {} : { emphasis }),
    ...(as === undefined ? {} : { as }),
    ...(format === undefined ? {} : { format }),
  };
}

/** Appends a part, or joins it with the last one. @returns the number of UTF-16 units that the words to speak have grown by */
function appendPart(parts: SpeechScriptPart[], part: SpokenSentencePart): number {
  const lastPart = parts.at(-1);
  const isSpace = part.say.trim() === '';
  // A space next to silence is inaudible.
  if (!lastPart || 'break_seconds' in lastPart) {
    const say = part.say.trimStart();
    if (!isSpace) parts.push({ ...part, say });
    return say.length;
  }
  if (isSpace || isSpokenAlike(lastPart, part)) lastPart.say += part.say;
  else parts.push(part);
  return part.say.length;
}

const isSpokenAlike = (a: SpokenSentencePart, b: SpokenSentencePart): boolean =>
  [a.as, b.as, a.phonemes, b.phonemes].every((property) => property === undefined) && a.emphasis === b.emphasis;
