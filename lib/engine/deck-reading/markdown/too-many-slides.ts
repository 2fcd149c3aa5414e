import { DeckRefusal } from '../deck-warning.ts';

/**
 * Pages per slide of the plan beyond which a file is refused before its pages are parsed. Pages may be hidden or empty, so that a file with
 * more pages than slides may fit.
 */
const PAGES_PER_SLIDE = 4;

/** Checks the number of slides of a deck against the plan. @throws DeckRefusal if the deck has more slides than the plan allows */
export function refuseTooManySlides(count: number, maxSlides: number): void {
  if (count <= maxSlides) return;
  throw new DeckRefusal(
    'import_too_large',
    `The deck has ${count} slides; your plan allows ${maxSlides} in a timeline.`,
  );
}

/**
 * Checks the number of pages of a file before they are parsed.
 * @throws DeckRefusal for a file with more than `PAGES_PER_SLIDE` pages for each slide of the plan
 */
export function refuseTooManyPages(count: number, maxSlides: number): void {
  if (count <= PAGES_PER_SLIDE * maxSlides) return;
  throw new DeckRefusal(
    'import_too_large',
    `The deck has ${count} pages, empty and hidden ones included; your plan allows ${PAGES_PER_SLIDE * maxSlides} pages and ${maxSlides} slides in a timeline.`,
  );
}
