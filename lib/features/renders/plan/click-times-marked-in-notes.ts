import { captionTextOfNotes } from '#engine/speech/script/notes-text.ts';
import { REVEAL_MARK_PATTERN } from '#engine/speech/script/reveal-mark-pattern.ts';
import type { TimedSentence, WordStart } from './reveal-times.ts';

/** Appended to the text before a mark, because a list marker at its end is recognized as one only before a word. */
const WORD = 'x';
const lettersIn = (text: string): number => text.replace(/\s/gu, '').length;

/** The word after a number of letters of a sentence; undefined if its words are not known. */
function wordAt(letters: number, words: readonly WordStart[]): WordStart | undefined {
  let before = 0;
  return words.find(({ text }) => {
    before += lettersIn(text);
    return letters < before;
  });
}

/** The time at which a number of letters of the narration has been spoken: of a word, or in proportion inside of a sentence. @param end end of the narration */
function secondsAt(letters: number, sentences: readonly TimedSentence[], end: number): number {
  let before = 0;
  for (const [index, { text, start_seconds, words = [] }] of sentences.entries()) {
    const length = lettersIn(text);
    const next = sentences[index + 1]?.start_seconds ?? end;
    if (letters < before + length) {
      const spoken = wordAt(letters - before, words);
      return spoken?.start_seconds ?? start_seconds + ((next - start_seconds) * (letters - before)) / length;
    }
    before += length;
  }
  return end;
}

/**
 * The times of the clicks that the notes of a slide mark, in seconds from the start of the slide, ascending. A click has the time of the
 * word after its mark. Empty without marks or without sentences.
 * @param end end of the last sentence, in seconds
 * @param count the most clicks that are needed
 */
export function clickTimesMarkedInNotes(
  notes: string,
  sentences: readonly TimedSentence[],
  { end, count }: { end: number; count: number },
): readonly number[] {
  const times: number[] = [];
  if (sentences.length === 0) return times;
  for (const { groups, index } of notes.matchAll(REVEAL_MARK_PATTERN)) {
    if (times.length >= count) break;
    const at = secondsAt(lettersIn(captionTextOfNotes(notes.slice(0, index) + WORD)) - WORD.length, sentences, end);
    times.push(...Array.from({ length: Math.min(Number(groups?.count ?? 1), count - times.length) }, () => at));
  }
  return times;
}
