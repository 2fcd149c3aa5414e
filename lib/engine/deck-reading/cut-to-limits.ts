import { cutText } from './cut-text.ts';
import { TEXT_LIMITS } from './deck-limits.ts';
import type { DeckWarning } from './deck-warning.ts';

/** A warning about the slide that is read. */
export type SlideWarning = Omit<DeckWarning, 'slide'>;

/** The part of something that a slide of the API takes, and the part that it leaves out. */
export interface Taken<What> {
  taken: What;
  warnings: readonly SlideWarning[];
}

/** The texts of a slide, cut to what the API takes. Pure. */
export const cutToLimits = {
  title(title: string): Taken<string> {
    const { text, isCut } = cutText(title, TEXT_LIMITS.title);
    const message = `The title is longer than ${TEXT_LIMITS.title} characters and was cut. Shorten it.`;
    return { taken: text, warnings: isCut ? [{ code: 'title_cut', message }] : [] };
  },

  /** Each point for itself; how many there are is not looked at. */
  points(points: readonly string[]): Taken<string[]> {
    const cut = points.map((point) => cutText(point, TEXT_LIMITS.point));
    const message = `Points longer than ${TEXT_LIMITS.point} characters were cut. Say the rest in the notes.`;
    return {
      taken: cut.map(({ text }) => text),
      warnings: cut.some(({ isCut }) => isCut) ? [{ code: 'points_cut', message }] : [],
    };
  },

  notes(notes: string): Taken<string> {
    const { text, isCut } = cutText(notes, TEXT_LIMITS.notes);
    const message = `The notes have ${[...notes].length} characters; the first ${TEXT_LIMITS.notes} are spoken. Split the slide to keep all.`;
    return { taken: text, warnings: isCut ? [{ code: 'notes_cut', message }] : [] };
  },
};
