import { escapeWebVttText, toSingleLine } from '#engine/video/captions/timed-captions.ts';
import type { CaptionCue } from './caption-cues.ts';
import { formatCueTime } from './cue-time.ts';

type TimedText = Pick<CaptionCue, 'text' | 'start_seconds' | 'end_seconds' | 'words'>;

/** Milliseconds, in which WebVTT has times. */
const millisecondsOf = (seconds: number): number => Math.round(seconds * 1000);

/** The escaped text of a cue, with a timestamp before each word that starts later than the one before it, within the cue. */
function textWithWordTimes({ text, start_seconds, end_seconds, words = [] }: TimedText): string {
  let lastMs = millisecondsOf(start_seconds);
  let writtenUntil = 0;
  let timedText = '';
  for (const { from, start_seconds: start } of words) {
    if (millisecondsOf(start) <= lastMs || millisecondsOf(start) >= millisecondsOf(end_seconds)) continue;
    timedText += `${escapeWebVttText(text.slice(writtenUntil, from))}<${formatCueTime(start, '.')}>`;
    lastMs = millisecondsOf(start);
    writtenUntil = from;
  }
  return timedText + escapeWebVttText(text.slice(writtenUntil));
}

/** One cue. Its text is escaped, so that `<` does not start a tag and `-->` is not read as times. */
const formatCue = (cue: TimedText): string =>
  `${formatCueTime(cue.start_seconds, '.')} --> ${formatCueTime(cue.end_seconds, '.')}\n${textWithWordTimes(cue)}\n`;

/**
 * Formats captions as a WebVTT file (W3C), with timestamps of the words that they have. WebVTT has no field for the language: a comment names it for people; players take it from the
 * element that names the file (`srclang`).
 */
export const formatWebVtt = (cues: readonly CaptionCue[], language: string): string =>
  ['WEBVTT\n', `NOTE Language: ${language}\n`, ...cues.map(formatCue)].join('\n');

/**
 * Formats chapters as a WebVTT file, for a `track` element of the kind `chapters`. Each chapter lasts until the next one, the last one until
 * the end.
 * @param frames length of the video in frames
 */
export function formatChaptersVtt(
  chapters: readonly { title: string; startFrame: number }[],
  { frames, fps }: { frames: number; fps: number },
): string {
  const cues = chapters.map(({ title, startFrame }, index) => ({
    text: toSingleLine(title),
    start_seconds: startFrame / fps,
    end_seconds: (chapters[index + 1]?.startFrame ?? frames) / fps,
  }));
  return ['WEBVTT\n', ...cues.map(formatCue)].join('\n');
}
