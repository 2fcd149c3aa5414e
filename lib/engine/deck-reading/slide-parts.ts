import type { DeckSlideContent, ParsedSlide } from './deck.ts';
import { distributeNotesOverSlides } from './distribute-notes-over-slides.ts';

/**
 * The slides that a slide with too much content becomes: itself, and one for each further content. Its notes are distributed over them.
 * @param further content of the slides that follow
 */
export function splitSlideByContent(slide: ParsedSlide, further: readonly DeckSlideContent[]): ParsedSlide[] {
  if (further.length === 0) return [slide];
  const { content, source_page } = slide;
  const count = further.length + 1;
  // A recording is the narration of all notes, and stays with the first slide.
  const [firstNotes = '', ...furtherNotes] = slide.recording
    ? [content.speaker_notes]
    : distributeNotesOverSlides(content.speaker_notes, count, '\n');
  const reason = (part: number): string => `part ${part} of ${count}: the slide contains more than one slide can show`;
  return [
    { ...slide, content: { ...content, speaker_notes: firstNotes }, reason: reason(1) },
    ...further.map(
      (part, index): ParsedSlide => ({
        source_page,
        content: { ...part, speaker_notes: furtherNotes[index] ?? '' },
        look: 'redesign',
        reason: reason(index + 2),
        pictures: 0,
        clicks: 0,
      }),
    ),
  ];
}
