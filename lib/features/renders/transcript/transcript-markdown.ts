import { oneLine } from '#engine/video/captions/cues.ts';
import type { Transcript } from './transcript.ts';
import { clockTime, turnsOf } from './transcript-text.ts';

/** Signs that Markdown (CommonMark, and tables and strikethrough of GitHub) reads as marks, anywhere or at the start of a line. */
const MARKS = /[\\`*_{}[\]<>#|~&]/g;
const AT_START = /^(?=[-+=])/;
const NUMBERED = /^(\d+)(?=[.)])/;

/** A text on one line, of which nothing is read as a mark. */
const escaped = (text: string): string =>
  oneLine(text)
    .replace(MARKS, (mark) => `\\${mark}`)
    .replace(AT_START, '\\')
    .replace(NUMBERED, '$1\\');

/** A transcript as Markdown: a heading with its time for each slide, and a paragraph. */
export function transcriptMarkdown({ title, language, slides }: Transcript): string {
  const parts = slides.map((slide) => {
    const said = turnsOf(slide, language).map((paragraph) => `\n${escaped(paragraph)}\n`);
    const heading = `## ${clockTime(slide.start_seconds)} ${escaped(slide.title)}\n`;
    return heading + said.join('');
  });
  return [`# ${escaped(title)}\n`, ...parts].join('\n');
}
