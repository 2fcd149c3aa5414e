import type { SpokenMark } from '../words/place-words.ts';
import { wordSpans } from '../words/word-spans.ts';
import type { EspeakWord } from './espeak-events.ts';

/** A tag, an entity, or one character. */
const TOKEN = /<[^>]*>|&(?:amp|lt|gt);|./gsu;
const CHARACTER = /./gsu;
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/**
 * The offset in the words to speak of each code point of the line that was made of them, and of its end. What the line has in addition
 * (tags, commas, spaces) has the place of what follows it.
 */
function placesIn(line: string, said: string, isMarkup: boolean): number[] {
  const places: number[] = [];
  let at = 0;
  for (const [token] of line.matchAll(isMarkup ? TOKEN : CHARACTER)) {
    const character = isMarkup ? (ENTITIES[token] ?? token) : token;
    const isAdded = character.trim() === '' || (isMarkup && token.startsWith('<'));
    const found = isAdded ? -1 : said.indexOf(character, at);
    for (const _ of token) places.push(found < 0 ? at : found);
    if (found >= 0) at = found + character.length;
  }
  return [...places, at];
}

/**
 * The words of an utterance in its sound, as the program told them. Words of the program that start at the same character are one: a
 * number of several words.
 * @param pcm mono
 * @param sampleRate Hz
 * @param words in order
 * @param line what the program was given for `said`
 */
export function espeakMarks(
  { pcm, words }: { pcm: Int16Array; words: readonly EspeakWord[] },
  sampleRate: number,
  { line, said, isMarkup }: { line: string; said: string; isMarkup: boolean },
): SpokenMark[] {
  const places = placesIn(line, said, isMarkup);
  const placeOf = (character: number): number => places[Math.min(character, places.length) - 1] ?? said.length;
  const first: EspeakWord[] = [];
  for (const word of words) if (word.character > (first.at(-1)?.character ?? 0)) first.push(word);
  const spans = wordSpans(
    pcm,
    sampleRate,
    first.map(({ sample }) => sample),
  );
  return first.flatMap(({ character, length }, index) => {
    const next = first[index + 1]?.character ?? Number.POSITIVE_INFINITY;
    const from = placeOf(character);
    const to = placeOf(Math.min(next, length > 0 ? character + length : next));
    const span = spans[index];
    return span && to > from ? [{ from, to, ...span }] : [];
  });
}
