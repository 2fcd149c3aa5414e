import { cutTextWithEllipsis } from '../cut-text-with-ellipsis.ts';
import type { DeckPicture, DeckSlideContent, MediaSource } from '../deck.ts';
import { SLIDE_TEXT_LIMITS } from '../deck-limits.ts';
import type { DeckPageContext } from './deck-page-context.ts';
import type { MarkdownSlideSettings } from './markdown-slide-settings.ts';
import type { PageImage } from './page-draft.ts';

/**
 * The picture of a slide, from the image that its page names.
 * @param settings of the slide
 * @param layout of the slide
 * @returns undefined if the file has no such picture
 */
export function findPictureOfPagePart(
  image: PageImage,
  settings: MarkdownSlideSettings,
  layout: DeckSlideContent['layout'],
  { findMedia, dialect }: DeckPageContext,
): DeckPicture | undefined {
  const { formulas } = image;
  const source: MediaSource | null = formulas
    ? { from: 'formulas', formulas, place: layout === 'figure' ? 'alone' : 'next_to_points' }
    : findMedia(image.url);
  if (!source) return undefined;
  // Marp, Slidev and reveal.js never crop a picture in the text.
  const isShownWhole = layout === 'figure' || (dialect !== 'plain' && image.background === undefined);
  const fit = (formulas ? undefined : settings.fit) ?? image.fit ?? (isShownWhole ? 'contain' : undefined);
  return {
    source,
    ...(fit ? { fit } : {}),
    // A layout that the author names is kept even where texts on the picture are hard to read.
    ...(layout === 'image_full' && settings.layout === undefined ? { isBehind: true as const } : {}),
    alt: cutTextWithEllipsis(image.alt, SLIDE_TEXT_LIMITS.alt).text,
    ...(image.caption === undefined
      ? {}
      : { caption: cutTextWithEllipsis(image.caption, SLIDE_TEXT_LIMITS.caption).text }),
  };
}
