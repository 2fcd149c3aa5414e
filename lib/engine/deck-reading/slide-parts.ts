import type { DeckSlideContent, ReadSlide } from './deck.ts';
import { shareNotes } from './share-notes.ts';

/** The slides that a slide becomes which has more than one slide can show: itself, and those that follow it. */
export function slideParts(slide: ReadSlide, further: readonly DeckSlideContent[]): ReadSlide[] {
  if (further.length === 0) return [slide];
  const { content, source_page } = slide;
  const count = further.length + 1;
  // A recording says all of the notes, on the first of them.
  const [first = '', ...notes] = slide.recording
    ? [content.speaker_notes]
    : shareNotes(content.speaker_notes, count, '\n');
  const reason = (part: number): string => `part ${part} of ${count}: the slide contains more than one slide can show`;
  return [
    { ...slide, content: { ...content, speaker_notes: first }, reason: reason(1) },
    ...further.map(
      (part, at): ReadSlide => ({
        source_page,
        content: { ...part, speaker_notes: notes[at] ?? '' },
        look: 'redesign',
        reason: reason(at + 2),
        pictures: 0,
        clicks: 0,
      }),
    ),
  ];
}
