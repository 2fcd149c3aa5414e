import type { CaptionCue } from './caption-cues.ts';
import { cueTime } from './cue-time.ts';

const WORD_JOINER = '\u2060';

/**
 * SubRip has no escapes, and players take `<i>` for markup, `{\an8}` for a command and `-->` for a timing: an invisible
 * character keeps them from it.
 */
const harmless = (text: string): string =>
  text.replace(/<(?=[\p{L}/!])|\{(?=\\)|--(?=>)/gu, (found) => `${found}${WORD_JOINER}`);

/** A SubRip file with CRLF line ends, which old players need. */
export const subRip = (cues: readonly CaptionCue[]): string =>
  cues
    .map(({ text, start_seconds, end_seconds }, index) => [
      String(index + 1),
      `${cueTime(start_seconds, ',')} --> ${cueTime(end_seconds, ',')}`,
      ...harmless(text).split('\n'),
      '',
    ])
    .map((lines) => lines.map((line) => `${line}\r\n`).join(''))
    .join('');
