import type { TextRange } from '../text-range.ts';
import type { AnnotatedText, SpokenSpan } from './annotate-text.ts';
import type { ScriptPart, SpokenPart } from './script.ts';

/** The parts of a sentence with its breaks. Neighbours that are spoken in the same way are one part. */
export function sentenceParts(
  { written, spans }: AnnotatedText,
  sentence: TextRange,
  breaks: AnnotatedText['breaks'],
): ScriptPart[] {
  const parts: ScriptPart[] = [];
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
    if (from > end) append(parts, { say: ' ' });
    rest(from);
    end = Math.min(span.to, sentence.to);
    append(parts, spoken(written, span, from, end));
  }
  rest(Number.POSITIVE_INFINITY);
  return parts;
}

/** Index of the first span that ends after an offset. */
function firstAfter(spans: readonly SpokenSpan[], offset: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.to ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function spoken(written: string, { say, emphasis, as, format }: SpokenSpan, from: number, to: number): SpokenPart {
  return {
    say: say ?? written.slice(from, to).replace(/\s/gu, ' '),
    ...(emphasis === undefined ? {} : { emphasis }),
    ...(as === undefined ? {} : { as }),
    ...(format === undefined ? {} : { format }),
  };
}

function append(parts: ScriptPart[], part: SpokenPart): void {
  const before = parts.at(-1);
  const isSpace = part.say.trim() === '';
  // A space next to silence is inaudible.
  if (!before || 'break_seconds' in before) {
    if (!isSpace) parts.push({ ...part, say: part.say.trimStart() });
  } else if (isSpace || isSame(before, part)) before.say += part.say;
  else parts.push(part);
}

const isSame = (a: SpokenPart, b: SpokenPart): boolean =>
  a.as === undefined && b.as === undefined && a.emphasis === b.emphasis;
