import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { offsetsInSpokenLine } from './line-places.ts';
import type { StartedWordMark } from './utterance-word-spans.ts';

/** Longest answer, in bytes: an utterance has at most 300 characters, and a mark of a word some 80 bytes. */
const MAX_BYTES = 256 * 1024;
const MS = 1000;

const markSchema = z.object({
  /** Milliseconds from the start of the sound. */
  time: z.number().nonnegative(),
  type: z.string(),
  /** Bytes of the text as it was sent, with its markup. */
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
});

/**
 * Reads the speech marks of Amazon Polly: a line of JSON for each word.
 * @param ssml the input of Polly for `said`
 * @param sampleRate Hz, of the sound
 * @throws Error for another answer, and for one that is too long
 */
export function parsePollySpeechMarks(
  answer: Uint8Array,
  { ssml, said }: { ssml: string; said: string },
  sampleRate: number,
): StartedWordMark[] {
  if (answer.length > MAX_BYTES) throw new Error(`marks of ${answer.length} bytes`);
  const lines = Buffer.from(answer).toString('utf8').split('\n');
  const marks = lines.flatMap((line) => (line.trim() === '' ? [] : [parseJson(markSchema, line)]));
  const placeOf = placeOfByte(ssml, said);
  return marks.flatMap(({ type, time, start, end }) =>
    type === 'word' ? [{ from: placeOf(start), to: placeOf(end), sample: Math.round((time / MS) * sampleRate) }] : [],
  );
}

/** From a byte of the text that was sent to the offset in the words to speak. */
function placeOfByte(ssml: string, said: string): (byte: number) => number {
  const places = offsetsInSpokenLine(ssml, said, true);
  const byByte: number[] = [];
  let index = 0;
  for (const character of ssml) {
    for (let byte = Buffer.byteLength(character); byte > 0; byte--) byByte.push(places[index] ?? said.length);
    index++;
  }
  return (byte) => byByte[byte] ?? places.at(-1) ?? said.length;
}
