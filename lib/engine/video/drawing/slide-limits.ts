/** Shortest and longest duration of a slide that a client sets, in seconds. */
export const SLIDE_SECONDS_RANGE = { min: 1, max: 300 } as const;

/** Maximum lengths in characters, and numbers, of the texts of a slide. Tables, charts and code have their own limits. */
export const SLIDE_LIMITS = {
  title: 200,
  /** Length of a bullet point. */
  point: 300,
  points: 12,
  /** Length of the speaker notes. */
  notes: 5000,
  /** Length of the alternative text of an image. */
  alt: 500,
  /** Length of the caption of an image. */
  caption: 120,
} as const;
