import type { DeckSlideContent, DeckVideo } from './deck.ts';

/** The places of a video by the layout that a picture in its place would have. */
const PLACES: Partial<Record<DeckSlideContent['layout'], DeckVideo['place']>> = {
  ...{ image_left: 'left', image_right: 'right', figure: 'framed' },
  ...{ image_full: 'background', image_background: 'background' },
};

/**
 * The place of a video on its slide: all of a slide without texts, else as a picture would be placed.
 * @param content of the slide, with the layout that a picture in the place of the video would have
 */
export function videoPlaceOnSlide({
  title,
  bullet_points,
  layout,
}: Pick<DeckSlideContent, 'title' | 'bullet_points' | 'layout'>): DeckVideo['place'] {
  if (title === '' && bullet_points.length === 0) return 'full';
  return PLACES[layout] ?? (bullet_points.length === 0 ? 'framed' : 'right');
}
