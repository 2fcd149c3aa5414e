import { escapeXmlContent } from '#kernel/shared/escape-xml.ts';

/** A text, and when it is shown. */
export interface TimedText {
  /** May have several lines and control characters. */
  text: string;
  start_seconds: number;
  end_seconds: number;
}

/** Captions of a video in one language. */
export interface CaptionTrackTexts {
  /** BCP 47. */
  language: string;
  cues: readonly TimedText[];
}

/** A cue as subtitle tracks store it, in whole milliseconds. */
export interface TimedCaption {
  startMs: number;
  endMs: number;
  /** One or more lines, none of them empty, without control characters except the line feeds between them. */
  text: string;
}

/**
 * Cues in order, without overlap, within the video: subtitle tracks show one at a time. A cue ends at the latest when the next one starts.
 * Cues without text or duration are left out.
 */
export function captionsWithoutOverlap(cues: readonly TimedText[], totalSeconds: number): TimedCaption[] {
  const totalMs = Math.floor(totalSeconds * 1000);
  const cuesInOrder = cues
    .map(({ text, start_seconds, end_seconds }) => ({
      startMs: Math.max(0, Math.round(start_seconds * 1000)),
      endMs: Math.min(totalMs, Math.round(end_seconds * 1000)),
      text: text.split(LINE_ENDS).map(toSingleLine).filter(Boolean).join('\n'),
    }))
    .filter(({ text }) => text !== '')
    .sort((a, b) => a.startMs - b.startMs);
  return cuesInOrder
    .map((cue, i) => ({ ...cue, endMs: Math.min(cue.endMs, cuesInOrder[i + 1]?.startMs ?? totalMs) }))
    .filter(({ startMs, endMs }) => endMs > startMs);
}

const LINE_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** The text of a cue escaped for WebVTT: `<` does not open a tag, and `-->` is not a timing. */
export const escapeWebVttText = (text: string): string => escapeXmlContent(text);

/** Cuts text to at most `maxBytes` bytes of UTF-8, never within a character. */
export function truncateUtf8(text: string, maxBytes: number): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return bytes;
  let end = maxBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}

/** A text as one line: runs of white space and control characters become one space; a lone surrogate becomes U+FFFD. */
export const toSingleLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
