/** The texts that a voice may speak on a slide: its speaker notes, its title, points and items, or none. */
export const NARRATION_SOURCES = ['notes', 'slide', 'none'] as const;
/** The text that a voice speaks on the slides of a timeline. */
export type NarrationSource = (typeof NARRATION_SOURCES)[number];

/** The source of narration of a timeline that sets none. */
export const DEFAULT_NARRATION_SOURCE: NarrationSource = 'notes';
