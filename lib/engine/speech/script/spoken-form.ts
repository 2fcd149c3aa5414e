import type { SpokenFormLookup } from '../text-range.ts';
import type { AnnotatedText } from './annotate-text.ts';

const WORD = /[\p{L}\p{N}]/gu;

/** The spoken form of a text, by prefix sums: long texts have thousands of sentences and spans. */
export function createSpokenFormLookup({ written, spans }: AnnotatedText): SpokenFormLookup {
  const size = written.length + 1;
  const units = new Uint32Array(size).fill(1);
  const words = new Uint8Array(size);
  const insideUnit = new Uint8Array(size);
  const silentStops = new Set(spans.flatMap(({ to, endsInSilentStop }) => (endsInSilentStop ? [to] : [])));
  for (const { index } of written.matchAll(WORD)) words[index] = 1;
  for (const { from, to, say } of spans) {
    if (say === undefined) continue;
    units.fill(0, from, to);
    words.fill(0, from, to);
    insideUnit.fill(1, from + 1, to);
    units[from] = say.length;
    words[from] = say.search(WORD) < 0 ? 0 : 1;
  }
  const unitsBefore = prefixSumsOf(units);
  const wordsBefore = prefixSumsOf(words);
  const sumBetween = (sums: Uint32Array, from: number, to: number): number => (sums[to] ?? 0) - (sums[from] ?? 0);
  return {
    lengthOf: (from, to) => Math.max(to - from, sumBetween(unitsBefore, from, to)),
    hasWords: (from, to) => sumBetween(wordsBefore, from, to) > 0,
    isInsideUnit: (offset) => insideUnit[offset] === 1,
    isAfterShortening: (offset) => silentStops.has(offset),
  };
}

function prefixSumsOf(values: Uint8Array | Uint32Array): Uint32Array {
  const sums = new Uint32Array(values.length + 1);
  values.forEach((value, index) => {
    sums[index + 1] = (sums[index] ?? 0) + value;
  });
  return sums;
}
