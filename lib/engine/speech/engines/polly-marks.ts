import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { spokenOffsetsOfCodePoints } from './line-places.ts';
import type { StartedWordMark } from './utterance-word-spans.ts';

/** Maximum length of an answer: an utterance has at most 300 characters, and a mark of a word some 80 bytes. */
const MAX_ANSWER_BYTES = 256 * 1024;
const MS_PER_SECOND = 1000;

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
  if (answer.length > MAX_ANSWER_BYTES) throw new Error(`marks of ${answer.length} bytes`);
  const lines = Buffer.from(answer).toString('utf8').split('\n');
  const marks = lines.flatMap((line) => (line.trim() === '' ? [] : [parseJson(markSchema, line)]));
  const offsetOf = createByteToOffset(ssml, said);
  return marks.flatMap(({ type, time, start, end }) =>
    type === 'word'
      ? [{ from: offsetOf(start), to: offsetOf(end), sample: Math.round((time / MS_PER_SECOND) * sampleRate) }]
      : [],
  );
}

/** Creates a function that converts a byte of the text that was sent to the offset in the words to speak. */
function createByteToOffset(ssml: string, said: string): (byte: number) => number {
  const offsets = spokenOffsetsOfCodePoints(ssml, said, true);
  const offsetsByByte: number[] = [];
  let index = 0;
  for (const character of ssml) {
    for (let byte = Buffer.byteLength(character); byte > 0; byte--) offsetsByByte.push(offsets[index] ?? said.length);
    index++;
  }
  return (byte) => offsetsByByte[byte] ?? offsets.at(-1) ?? said.length;
}
