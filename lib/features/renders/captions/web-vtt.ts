import { oneLine, webVttText } from '#engine/video/captions/cues.ts';
import type { CaptionCue } from './caption-cues.ts';
import { cueTime } from './cue-time.ts';

type TimedText = Pick<CaptionCue, 'text' | 'start_seconds' | 'end_seconds'>;

/** One cue. Its text is escaped, so that `<` does not start a tag and `-->` is not read as times. */
const cueOf = ({ text, start_seconds, end_seconds }: TimedText): string =>
  `${cueTime(start_seconds, '.')} --> ${cueTime(end_seconds, '.')}\n${webVttText(text)}\n`;

/**
 * Formats captions as a WebVTT file (W3C). WebVTT has no field for the language: a comment names it for people; players take it from the
 * element that names the file (`srclang`).
 */
export const webVtt = (cues: readonly CaptionCue[], language: string): string =>
  ['WEBVTT\n', `NOTE Language: ${language}\n`, ...cues.map(cueOf)].join('\n');

/**
 * Formats chapters as a WebVTT file, for a `track` element of the kind `chapters`. Each chapter lasts until the next one, the last one until
 * the end.
 * @param frames length of the video in frames
 */
export function chaptersVtt(
  chapters: readonly { title: string; startFrame: number }[],
  { frames, fps }: { frames: number; fps: number },
): string {
  const cues = chapters.map(({ title, startFrame }, index) => ({
    text: oneLine(title),
    start_seconds: startFrame / fps,
    end_seconds: (chapters[index + 1]?.startFrame ?? frames) / fps,
  }));
  return ['WEBVTT\n', ...cues.map(cueOf)].join('\n');
}
