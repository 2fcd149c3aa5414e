import { webVttText } from '../../video/captions/cues.ts';
import type { CaptionCue } from './caption-cues.ts';
import { cueTime } from './cue-time.ts';

/**
 * A WebVTT file (W3C). WebVTT has no field for its language: a comment names it, for people; players take it from the
 * element that names the file (`srclang`). Cue text is escaped: a `<` of the notes is no tag and `-->` no timing.
 */
export function webVtt(cues: readonly CaptionCue[], language: string): string {
  const blocks = cues.map(
    ({ text, start_seconds, end_seconds }) =>
      `${cueTime(start_seconds, '.')} --> ${cueTime(end_seconds, '.')}\n${webVttText(text)}\n`,
  );
  return [`WEBVTT\n`, `NOTE Language: ${language}\n`, ...blocks].join('\n');
}
