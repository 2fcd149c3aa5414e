import type { EspeakWord } from './espeak-events.ts';
import { placesIn } from './line-places.ts';
import type { StartedWord } from './utterance-marks.ts';

/**
 * The words of an utterance as espeak-ng told them, with their places in the words to speak.
 * @param words in order
 * @param line what the program was given for `said`
 */
export function startedWords(
  words: readonly EspeakWord[],
  { line, said, isMarkup }: { line: string; said: string; isMarkup: boolean },
): StartedWord[] {
  const places = placesIn(line, said, isMarkup);
  const placeOf = (character: number): number => places[Math.min(character, places.length) - 1] ?? said.length;
  return words.map(({ character, length, sample }) => ({
    from: placeOf(character),
    to: placeOf(character + Math.max(1, length)),
    sample,
  }));
}
