import type { DeckSlideContent, DeckVideo } from '../deck.ts';
import { videoPlace } from '../video-place.ts';
import type { ComposeRules } from './compose-rules.ts';
import type { NamedImage } from './page-draft.ts';

/**
 * The video of a slide, from the video that its page names. @param content of the slide, with the layout for a picture instead of the video
 * @returns undefined if the file has no such video
 */
export function partVideo(
  { url, video = {} }: NamedImage,
  content: DeckSlideContent,
  { locate }: ComposeRules,
): DeckVideo | undefined {
  const source = locate(url);
  return source ? { source, place: videoPlace(content), ...video } : undefined;
}
