import { cutTextWithEllipsis } from './cut-text-with-ellipsis.ts';
import { SLIDE_TEXT_LIMITS } from './deck-limits.ts';
import type { DeckWarning } from './deck-warning.ts';

/** A warning about one slide, which the caller knows. */
export type DeckSlideWarning = Omit<DeckWarning, 'slide'>;

/** The part of some content that fits into a slide of the API, and warnings about the rest. */
export interface ContentCutToLimits<Content> {
  /** The content within the limits. */
  taken: Content;
  warnings: readonly DeckSlideWarning[];
}

/** Functions that cut the texts of a slide to the lengths of the API (`SLIDE_TEXT_LIMITS`), and report it. Pure. */
export const slideTextCutters = {
  title(title: string): ContentCutToLimits<string> {
    const { text, isCut } = cutTextWithEllipsis(title, SLIDE_TEXT_LIMITS.title);
    const message = `The title is longer than ${SLIDE_TEXT_LIMITS.title} characters and was cut. Shorten it.`;
    return { taken: text, warnings: isCut ? [{ code: 'title_cut', message }] : [] };
  },

  /** Cuts each point. Their number is not limited. */
  points(points: readonly string[]): ContentCutToLimits<string[]> {
    const cutPoints = points.map((point) => cutTextWithEllipsis(point, SLIDE_TEXT_LIMITS.point));
    const message = `Points longer than ${SLIDE_TEXT_LIMITS.point} characters were cut. Say the rest in the notes.`;
    return {
      taken: cutPoints.map(({ text }) => text),
      warnings: cutPoints.some(({ isCut }) => isCut) ? [{ code: 'points_cut', message }] : [],
    };
  },

  notes(notes: string): ContentCutToLimits<string> {
    const { text, isCut } = cutTextWithEllipsis(notes, SLIDE_TEXT_LIMITS.notes);
    const message = `The notes have ${[...notes].length} characters; the first ${SLIDE_TEXT_LIMITS.notes} are spoken. Split the slide to keep all.`;
    return { taken: text, warnings: isCut ? [{ code: 'notes_cut', message }] : [] };
  },
};
