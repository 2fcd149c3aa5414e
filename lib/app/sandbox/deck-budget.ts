/** Processor time that all processes of one deck may take together. */
export interface DeckBudget {
  /** CPU seconds for a deck of a few pictures. */
  cpuSeconds: number;
  /** Pictures (slides, pages, states of slides) that are among a few. */
  usualPictures: number;
  /** CPU seconds for each further picture that is started. */
  cpuSecondsOfPicture: number;
}

/**
 * The usual budget. Real decks take 0.23 CPU s a slide in 1080p, their worst slide 0.5 s, and 1 s to be opened. A deck that costs more a slide
 * than any real one uses it up early; one of many slides has as much as it needs.
 */
export const DECK_BUDGET: DeckBudget = { cpuSeconds: 7.5, usualPictures: 8, cpuSecondsOfPicture: 0.4 };

/** CPU seconds that a deck may have taken when it is at a picture. @param pictures that were started: what a file says about itself does not count */
export const cpuAllowed = ({ cpuSeconds, usualPictures, cpuSecondsOfPicture }: DeckBudget, pictures: number): number =>
  cpuSeconds + cpuSecondsOfPicture * Math.max(0, pictures - usualPictures);

/** The part of the budget after which no further slide is drawn from its file: the rest is for redesigning what is left. */
const SHARE_OF_DRAWING = 0.8;

/** Reports whether the slides that are left are to be redesigned. @param taken CPU seconds so far, in all processes */
export const isTooTired = (budget: DeckBudget, pictures: number, taken: number): boolean =>
  taken > SHARE_OF_DRAWING * cpuAllowed(budget, pictures);
