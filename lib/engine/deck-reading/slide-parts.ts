import type { DeckSlideContent, ParsedSlide } from './deck.ts';
import { distributeNotesOverSlides } from './distribute-notes-over-slides.ts';

/**
 * The slides that a slide with too much content becomes: the slide itself, and one for each further content. The notes of the slide are
 * distributed over all of them, unless it has a recording.
 * @param furtherContents contents of the slides that follow
 */
export function splitSlideByContent(slide: ParsedSlide, furtherContents: readonly DeckSlideContent[]): ParsedSlide[] {
  if (furtherContents.length === 0) return [slide];
  const { content, source_page } = slide;
  const count = furtherContents.length + 1;
  // A recording is the narration of all notes, and stays with the first slide.
  const [firstNotes = '', ...furtherNotes] = slide.recording
    ? [content.speaker_notes]
    : distributeNotesOverSlides(content.speaker_notes, count, '\n');
  const reasonOfPart = (part: number): string =>
    `part ${part} of ${count}: the slide contains more than one slide can show`;
  return [
    { ...slide, content: { ...content, speaker_notes: firstNotes }, reason: reasonOfPart(1) },
    ...furtherContents.map(
      (part, index): ParsedSlide => ({
        source_page,
        content: { ...part, speaker_notes: furtherNotes[index] ?? '' },
        look: 'redesign',
        reason: reasonOfPart(index + 2),
        pictures: 0,
        clicks: 0,
      }),
    ),
  ];
}
