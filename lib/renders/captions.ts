import type { SpokenSentence } from './plan/time-line.ts';

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** `hh:mm:ss` + mark + `mmm`, as WebVTT (mark `.`) and SubRip (mark `,`) write a time. */
function cueTime(seconds: number, mark: '.' | ','): string {
  const ms = Math.round(seconds * 1000);
  const [h, m, s] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60];
  return `${pad(h, 2)}:${pad(m, 2)}:${pad(s, 2)}${mark}${pad(ms % 1000, 3)}`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** WebVTT (W3C). Cue text is escaped: a `<` of the notes is no tag and `-->` no timing. */
export function webVtt(sentences: readonly SpokenSentence[]): string {
  const cues = sentences.map(({ text, start_seconds, end_seconds }) => {
    const shown = oneLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return `${cueTime(start_seconds, '.')} --> ${cueTime(end_seconds, '.')}\n${shown}\n`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}

/** SubRip. */
export const subRip = (sentences: readonly SpokenSentence[]): string =>
  sentences
    .map(
      ({ text, start_seconds, end_seconds }, index) =>
        `${index + 1}\n${cueTime(start_seconds, ',')} --> ${cueTime(end_seconds, ',')}\n${oneLine(text)}\n`,
    )
    .join('\n');
