import type { DeckSlideContent, DeckVideo } from '../deck.ts';
import { chooseVideoPlaceOnSlide } from '../video-place.ts';
import type { DeckPageContext } from './deck-page-context.ts';
import type { PageImage } from './page-draft.ts';

/**
 * The video of a slide, from the video that its page names.
 * @param content the content of the slide, with the layout that it would have with a picture instead of the video
 * @returns undefined if the file has no such video
 */
export function videoOfPagePart(
  { url, video = {} }: PageImage,
  content: DeckSlideContent,
  { findMedia }: DeckPageContext,
): DeckVideo | undefined {
  const source = findMedia(url);
  return source ? { source, place: chooseVideoPlaceOnSlide(content), ...video } : undefined;
}
