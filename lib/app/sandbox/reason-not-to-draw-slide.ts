import type { SlideContentAmount } from '#engine/deck-reading/pptx/read-slide.ts';

/**
 * Limits above which a slide is not drawn: it would take seconds and be unreadable. Real slides have at most a few thousand letters, a few
 * hundred cells and a thousand points.
 */
const DRAWABLE_SLIDE_LIMITS: Readonly<Record<keyof SlideContentAmount, number>> = {
  letters: 20_000,
  cells: 2000,
  points: 20_000,
  series: 200,
};
/** The names of the limited amounts, in words for the report. */
const CONTENT_NAMES: Readonly<Record<keyof SlideContentAmount, string>> = {
  letters: 'letters',
  cells: 'cells in tables',
  points: 'values in charts',
  series: 'series in charts',
};

const formatCount = (count: number): string => count.toLocaleString('en-US');

/** The reason why a slide has too much content to be drawn in its original look, as a clause for the report; undefined if it can be drawn. */
export function reasonNotToDrawSlide(extent: SlideContentAmount): string | undefined {
  const kinds = Object.keys(DRAWABLE_SLIDE_LIMITS) as (keyof SlideContentAmount)[];
  const kind = kinds.find((each) => extent[each] > DRAWABLE_SLIDE_LIMITS[each]);
  return (
    kind &&
    `it has ${formatCount(extent[kind])} ${CONTENT_NAMES[kind]}: slides with up to ${formatCount(DRAWABLE_SLIDE_LIMITS[kind])} can be drawn in their original look`
  );
}
