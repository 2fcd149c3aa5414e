import { captionText } from '#engine/speech/script/notes-text.ts';
import { REVEAL_MARK } from '#engine/speech/script/reveal-mark.ts';
import type { TimedSentence } from './build-times.ts';

/** A word that stands for what follows: a mark of a list is one only before a word. */
const WORD = 'x';
const lettersIn = (text: string): number => text.replace(/\s/gu, '').length;

/** Seconds at which this many letters of the narration have been spoken: evenly within a sentence. */
function secondsAt(letters: number, sentences: readonly TimedSentence[], end: number): number {
  let before = 0;
  for (const [index, { text, start_seconds }] of sentences.entries()) {
    const length = lettersIn(text);
    const next = sentences[index + 1]?.start_seconds ?? end;
    if (letters < before + length) return start_seconds + ((next - start_seconds) * (letters - before)) / length;
    before += length;
  }
  return end;
}

/**
 * Times of the clicks that the notes of a slide mark, in seconds from the start of the slide, ascending: those of the words that follow
 * the marks. Empty without a mark, or without a sentence.
 * @param end seconds at which the last sentence ends
 * @param count largest number of clicks that is needed
 */
export function clickTimes(
  notes: string,
  sentences: readonly TimedSentence[],
  { end, count }: { end: number; count: number },
): readonly number[] {
  const times: number[] = [];
  if (sentences.length === 0) return times;
  for (const { groups, index } of notes.matchAll(REVEAL_MARK)) {
    if (times.length >= count) break;
    const at = secondsAt(lettersIn(captionText(notes.slice(0, index) + WORD)) - WORD.length, sentences, end);
    times.push(...Array.from({ length: Math.min(Number(groups?.count ?? 1), count - times.length) }, () => at));
  }
  return times;
}
