import { toSingleLine } from '#engine/video/captions/timed-captions.ts';
import type { Transcript } from './transcript.ts';
import { formatClockTime, transcriptParagraphsBySpeaker } from './transcript-text.ts';

/** Characters that are markup anywhere in Markdown (CommonMark, and tables and strikethrough of GitHub). */
const MARKUP_CHARACTERS = /[\\`*_{}[\]<>#|~&]/g;
/** The start of a line whose first character makes it a list or underlines a heading. */
const LINE_START_MARKUP = /^(?=[-+=])/;
/** The start of a line that makes it a numbered list: "1.", "1)". */
const NUMBERED_LIST_START = /^(\d+)(?=[.)])/;

/** A text on one line, with all marks escaped. */
const escapeMarkdownLine = (text: string): string =>
  toSingleLine(text)
    .replace(MARKUP_CHARACTERS, (mark) => `\\${mark}`)
    .replace(LINE_START_MARKUP, '\\')
    .replace(NUMBERED_LIST_START, '$1\\');

/**
 * Writes a transcript as Markdown: the title as a heading, then for each slide a heading of its start time and title, and a paragraph for
 * each turn of a speaker.
 */
export function formatTranscriptMarkdown({ title, language, slides }: Transcript): string {
  const parts = slides.map((slide) => {
    const said = transcriptParagraphsBySpeaker(slide, language).map(
      (paragraph) => `\n${escapeMarkdownLine(paragraph)}\n`,
    );
    const heading = `## ${formatClockTime(slide.start_seconds)} ${escapeMarkdownLine(slide.title)}\n`;
    return heading + said.join('');
  });
  return [`# ${escapeMarkdownLine(title)}\n`, ...parts].join('\n');
}
