import { captionTextOfNotes } from '#engine/speech/script/notes-text.ts';
import { REVEAL_MARK_PATTERN } from '#engine/speech/script/reveal-mark-pattern.ts';
import type { SentenceStart, WordStart } from './reveal-times.ts';

/** Appended to the text before a mark, because a list marker at its end is recognized as one only before a word. */
const PLACEHOLDER_WORD = 'x';
const countLetters = (text: string): number => text.replace(/\s/gu, '').length;

/** The word after a number of letters of its sentence; undefined if its words are not known. */
function wordAt(letterCount: number, words: readonly WordStart[]): WordStart | undefined {
  let lettersBefore = 0;
  return words.find(({ text }) => {
    lettersBefore += countLetters(text);
    return letterCount < lettersBefore;
  });
}

/**
 * The time at which a number of letters of the narration has been spoken: the start of the word there, or an estimate within the sentence if
 * its words are not known.
 * @param end end of the narration, in seconds
 */
function secondsAt(letterCount: number, sentences: readonly SentenceStart[], end: number): number {
  let lettersBefore = 0;
  for (const [index, { text, start_seconds, words = [] }] of sentences.entries()) {
    const sentenceLetters = countLetters(text);
    const nextStart = sentences[index + 1]?.start_seconds ?? end;
    if (letterCount < lettersBefore + sentenceLetters) {
      const word = wordAt(letterCount - lettersBefore, words);
      return (
        word?.start_seconds ??
        start_seconds + ((nextStart - start_seconds) * (letterCount - lettersBefore)) / sentenceLetters
      );
    }
    lettersBefore += sentenceLetters;
  }
  return end;
}

/**
 * The times of the clicks that the notes of a slide mark, in seconds from the start of the slide, ascending. A click has the time of the
 * word after its mark. Empty without marks or without sentences.
 * @param end end of the last sentence, in seconds
 * @param count the largest number of clicks that are needed
 */
export function clickTimesMarkedInNotes(
  notes: string,
  sentences: readonly SentenceStart[],
  { end, count }: { end: number; count: number },
): readonly number[] {
  const times: number[] = [];
  if (sentences.length === 0) return times;
  for (const { groups, index } of notes.matchAll(REVEAL_MARK_PATTERN)) {
    if (times.length >= count) break;
    const clickSeconds = secondsAt(
      countLetters(captionTextOfNotes(notes.slice(0, index) + PLACEHOLDER_WORD)) - PLACEHOLDER_WORD.length,
      sentences,
      end,
    );
    times.push(
      ...Array.from({ length: Math.min(Number(groups?.count ?? 1), count - times.length) }, () => clickSeconds),
    );
  }
  return times;
}
