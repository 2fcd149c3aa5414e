import { oneLine, webVttText } from '#engine/video/captions/cues.ts';
import type { CaptionCue } from './caption-cues.ts';
import { cueTime } from './cue-time.ts';

type TimedText = Pick<CaptionCue, 'text' | 'start_seconds' | 'end_seconds'>;

/** Text is escaped: a `<` in it is no tag and `-->` no timing. */
const cueOf = ({ text, start_seconds, end_seconds }: TimedText): string =>
  `${cueTime(start_seconds, '.')} --> ${cueTime(end_seconds, '.')}\n${webVttText(text)}\n`;

/**
 * Captions as a WebVTT file (W3C). WebVTT has no field for its language: a comment names it, for people; players take it from the
 * element that names the file (`srclang`).
 */
export const webVtt = (cues: readonly CaptionCue[], language: string): string =>
  ['WEBVTT\n', `NOTE Language: ${language}\n`, ...cues.map(cueOf)].join('\n');

/**
 * Chapters as a WebVTT file, for a `track` of the kind `chapters`: each lasts until the next one, the last one until the end.
 * @param frames length of the video
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
