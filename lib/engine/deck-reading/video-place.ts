import type { DeckSlideContent, DeckVideo } from './deck.ts';

/** The places of a video by the layout that a picture in its place would have. */
const PLACE_BY_LAYOUT: Partial<Record<DeckSlideContent['layout'], DeckVideo['place']>> = {
  image_left: 'left',
  image_right: 'right',
  figure: 'framed',
  image_full: 'background',
  image_background: 'background',
};

/**
 * The place of a video on its slide. Without texts, the video fills the slide; otherwise it is placed like a picture.
 * @param content of the slide, with the layout that the slide would have with a picture instead of the video
 */
export function chooseVideoPlaceOnSlide({
  title,
  bullet_points,
  layout,
}: Pick<DeckSlideContent, 'title' | 'bullet_points' | 'layout'>): DeckVideo['place'] {
  if (title === '' && bullet_points.length === 0) return 'full';
  return PLACE_BY_LAYOUT[layout] ?? (bullet_points.length === 0 ? 'framed' : 'right');
}
