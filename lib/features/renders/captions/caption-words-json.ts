import type { CaptionCue } from './caption-cues.ts';

/**
 * Formats the words of captions as JSON: for each word its written text with punctuation, its times in seconds from the start of the video,
 * and in dialogues its speaker. Names of speakers, which are not spoken, and words without duration are left out.
 * @param language BCP 47
 */
export function formatCaptionWordsJson(cues: readonly CaptionCue[], language: string): string {
  const words = cues.flatMap(({ text, words: timedWords = [], speaker }) =>
    timedWords.flatMap(({ from, to, start_seconds: start, end_seconds: end }) =>
      end > start ? [{ text: text.slice(from, to), start, end, ...(speaker === undefined ? {} : { speaker }) }] : [],
    ),
  );
  return JSON.stringify({ language, words });
}
