import type { TextRange } from '../text-range.ts';
import type { WrittenToSpokenRange } from '../words/times-of-sentence-words.ts';
import type { AnnotatedSpan, AnnotatedText } from './annotate-text.ts';
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
  let said = 0;
  const silences = [...breaks];
  let end = sentence.from;
  const rest = (until: number): void => {
    for (let [next] = silences; next && next.at <= until; [next] = silences) {
      parts.push({ break_seconds: next.break_seconds });
      silences.shift();
    }
  };
  for (const span of spans.slice(firstAfter(spans, sentence.from))) {
    if (span.from >= sentence.to) break;
    const from = Math.max(span.from, sentence.from);
    rest(end);
    if (from > end) said += append(parts, { say: ' ' });
    rest(from);
    end = Math.min(span.to, sentence.to);
    const sayFrom = said;
    said += append(parts, spoken(written, span, from, end));
    extend(ranges, { from: from - sentence.from, to: end - sentence.from, sayFrom, sayTo: said });
  }
  rest(Number.POSITIVE_INFINITY);
  return isAsWritten(ranges, sentence) ? { parts } : { parts, ranges };
}

/** Adds a range, as part of the one before it where both are spoken as written. */
function extend(ranges: WrittenToSpokenRange[], range: WrittenToSpokenRange): void {
  const before = ranges.at(-1);
  const isOn = before && range.from - before.to === range.sayFrom - before.sayTo;
  if (!(isOn && isVerbatim(before) && isVerbatim(range))) ranges.push(range);
  else Object.assign(before, { to: range.to, sayTo: range.sayTo });
}

const isVerbatim = ({ from, to, sayFrom, sayTo }: WrittenToSpokenRange): boolean => to - from === sayTo - sayFrom;

/** Reports whether all of a sentence is spoken as written. */
const isAsWritten = ([only, ...others]: readonly WrittenToSpokenRange[], { from, to }: TextRange): boolean =>
  others.length === 0 && only?.from === 0 && only.sayFrom === 0 && only.to === to - from && isVerbatim(only);

/** Index of the first span that ends after an offset. */
function firstAfter(spans: readonly AnnotatedSpan[], offset: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.to ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function spoken(
  written: string,
  { say, phonemes, emphasis, as, format }: AnnotatedSpan,
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

/** @returns the number of UTF-16 units that the words to speak have grown by */
function append(parts: SpeechScriptPart[], part: SpokenSentencePart): number {
  const before = parts.at(-1);
  const isSpace = part.say.trim() === '';
  // A space next to silence is inaudible.
  if (!before || 'break_seconds' in before) {
    const say = part.say.trimStart();
    if (!isSpace) parts.push({ ...part, say });
    return say.length;
  }
  if (isSpace || isSame(before, part)) before.say += part.say;
  else parts.push(part);
  return part.say.length;
}

const isSame = (a: SpokenSentencePart, b: SpokenSentencePart): boolean =>
  [a.as, b.as, a.phonemes, b.phonemes].every((own) => own === undefined) && a.emphasis === b.emphasis;
