import { toSingleLine } from '#engine/video/captions/timed-captions.ts';
import type { Transcript } from './transcript.ts';
import { formatClockTime, paragraphsOfSpeakers } from './transcript-text.ts';

/** Characters that are markup anywhere in Markdown (CommonMark, and tables and strikethrough of GitHub). */
const MARKS = /[\\`*_{}[\]<>#|~&]/g;
/** The start of a line whose first character makes it a list or underlines a heading. */
const AT_START = /^(?=[-+=])/;
/** The start of a line that makes it a numbered list: "1.", "1)". */
const NUMBERED = /^(\d+)(?=[.)])/;

/** A text on one line, with all marks escaped. */
const escaped = (text: string): string =>
  toSingleLine(text)
    .replace(MARKS, (mark) => `\\${mark}`)
    .replace(AT_START, '\\')
    .replace(NUMBERED, '$1\\');

/**
 * Writes a transcript as Markdown: the title as a heading, then for each slide a heading of its start time and title, and a paragraph for
 * each turn of a speaker.
 */
export function transcriptMarkdown({ title, language, slides }: Transcript): string {
  const parts = slides.map((slide) => {
    const said = paragraphsOfSpeakers(slide, language).map((paragraph) => `\n${escaped(paragraph)}\n`);
    const heading = `## ${formatClockTime(slide.start_seconds)} ${escaped(slide.title)}\n`;
    return heading + said.join('');
  });
  return [`# ${escaped(title)}\n`, ...parts].join('\n');
}
