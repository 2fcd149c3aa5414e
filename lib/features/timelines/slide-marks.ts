/**
 * A mark in the transcript of a presenter at which the next slide starts, `[[slide]]`; with `[[slide 12.5]]` at that second of the recording.
 * With a backslash before it, it is text.
 */
const SLIDE_MARK = /(?<!\\)\[\[\s*slide(?:\s*:?\s*(\d{1,5}(?:\.\d{1,3})?)\s*s?)?\s*\]\]/gi;

/** The text of a slide in the transcript of a presenter. */
export interface TranscriptPart {
  text: string;
  /** The second of the recording at which the slide starts; absent: it is found by the words. */
  starts?: number | undefined;
}

/** A transcript cut at its marks: the first part belongs to the slide that has the text, each other one to the slide after the one before. */
export function transcriptParts(notes: string): TranscriptPart[] {
  const marks = [...notes.matchAll(SLIDE_MARK)];
  return [undefined, ...marks].map((mark, i) => {
    const from = mark ? mark.index + mark[0].length : 0;
    const seconds = mark?.[1];
    const text = notes.slice(from, marks[i]?.index);
    return {
      text: marks.length > 0 ? text.trim() : text,
      ...(seconds === undefined ? {} : { starts: Number(seconds) }),
    };
  });
}

/**
 * The text of each slide when the transcripts among the notes are cut at their marks. What a transcript says of a slide comes before its own
 * notes; marks after the last slide have no meaning.
 */
export function notesBySlide(notes: readonly string[]): TranscriptPart[] {
  const parts: TranscriptPart[] = notes.map(() => ({ text: '' }));
  for (const [index, own] of notes.entries())
    for (const [after, { text, starts }] of transcriptParts(own).entries()) {
      const place = Math.min(index + after, notes.length - 1);
      const before = parts[place];
      if (!before) continue;
      const isBeyond = index + after >= notes.length;
      const joined = [before.text, text].filter((each) => each.trim() !== '').join('\n');
      parts[place] = { ...before, text: joined, ...(starts === undefined || isBeyond ? {} : { starts }) };
    }
  return parts;
}
