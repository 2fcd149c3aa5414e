/**
 * A mark in the transcript of a presenter at which the next slide starts, `[[slide]]`; with `[[slide 12.5]]` at that second of the recording.
 * With a backslash before it, it is text.
 */
const SLIDE_MARK = /(?<!\\)\[\[\s*slide(?:\s*:?\s*(\d{1,5}(?:\.\d{1,3})?)\s*s?)?\s*\]\]/gi;

/** The text of a slide in the transcript of a presenter. */
export interface PresenterTranscriptPart {
  text: string;
  /** The second of the recording at which the slide starts; absent: it is found by the words. */
  starts?: number | undefined;
}

/**
 * Splits the transcript in the notes of a slide at its slide marks. The first part belongs to that slide, and each further part to the
 * next slide in turn.
 */
export function splitTranscriptAtSlideMarks(notes: string): PresenterTranscriptPart[] {
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
 * Distributes the notes of slides over the slides: notes are split at their slide marks, and each further part belongs to the next slide
 * in turn, where it precedes the notes of that slide. Parts after the last slide are added to the last slide.
 */
export function distributeTranscriptOverSlides(notes: readonly string[]): PresenterTranscriptPart[] {
  const parts: PresenterTranscriptPart[] = notes.map(() => ({ text: '' }));
  for (const [index, notesOfSlide] of notes.entries())
    for (const [partIndex, { text, starts }] of splitTranscriptAtSlideMarks(notesOfSlide).entries()) {
      const slideIndex = Math.min(index + partIndex, notes.length - 1);
      const partBefore = parts[slideIndex];
      if (!partBefore) continue;
      const isAfterLastSlide = index + partIndex >= notes.length;
      const joinedText = [partBefore.text, text].filter((partText) => partText.trim() !== '').join('\n');
      parts[slideIndex] = {
        ...partBefore,
        text: joinedText,
        ...(starts === undefined || isAfterLastSlide ? {} : { starts }),
      };
    }
  return parts;
}
