import { parseJsonIf } from '#kernel/shared/parse-json.ts';
import { type Transcript, transcriptSchema } from './transcript.ts';

/*
 * A transcript is stored in the file of chapters, as a comment before them: a file of its own would be one more request to the bucket for
 * each video.
 */
const NAME = 'Transcript: ';
const LINE_START = `NOTE ${NAME}`;

/** A transcript as a comment of WebVTT: one line, in which nothing ends the comment. */
export const transcriptNote = (transcript: Transcript): string =>
  NAME + JSON.stringify(transcript).replaceAll('>', '\\u003e');

/** The transcript in a file of chapters; undefined if it has none. */
export function transcriptIn(chapters: string): Transcript | undefined {
  const line = chapters.split('\n').find((each) => each.startsWith(LINE_START));
  return line === undefined ? undefined : parseJsonIf(transcriptSchema, line.slice(LINE_START.length));
}
