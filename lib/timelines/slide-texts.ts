/** How many characters the texts of a slide may have. */
export const SLIDE_TEXTS = { title: 200, point: 300, notes: 5000 } as const;
/** How many characters the texts of a timeline may have. */
export const TIMELINE_TEXTS = { title: 200, footer: 80 } as const;
