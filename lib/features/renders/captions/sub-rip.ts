import type { CaptionCue } from './caption-cues.ts';
import { formatCueTime } from './cue-time.ts';

const WORD_JOINER = '\u2060';

/**
 * Inserts invisible word joiners into text that players would interpret: `<i>` as markup, `{\an8}` as a command, `-->` as times. SubRip has
 * no escapes.
 */
const breakMarkup = (text: string): string =>
  text.replace(/<(?=[\p{L}/!])|\{(?=\\)|--(?=>)/gu, (markup) => `${markup}${WORD_JOINER}`);

/** Formats captions as a SubRip file, with CRLF line ends, which old players need. */
export const formatSubRip = (cues: readonly CaptionCue[]): string =>
  cues
    .map(({ text, start_seconds, end_seconds }, index) => [
      String(index + 1),
      `${formatCueTime(start_seconds, ',')} --> ${formatCueTime(end_seconds, ',')}`,
      ...breakMarkup(text).split('\n'),
      '',
    ])
    .map((lines) => lines.map((line) => `${line}\r\n`).join(''))
    .join('');
