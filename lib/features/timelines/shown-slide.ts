import type { Slide } from './slide.ts';
import { drawnContent } from './slide-content.ts';

/**
 * Reports whether a slide shows only its image. This is so in the layout `page`, and for an image that shows the whole slide unless it is a
 * picture of the slide itself (`kind: page`), which only the layout `page` shows.
 */
export const isWholeImage = ({ image, layout }: Pick<Slide, 'image' | 'layout'>): boolean =>
  image !== undefined && (layout === 'page' || (image.is_whole_slide === true && image.kind !== 'page'));

/** The drawn content of a slide, independent of its position. Nothing is drawn over an image that shows the whole slide. */
export function shownOf(slide: Slide) {
  const { image, layout } = slide;
  if (isWholeImage(slide)) {
    const whole = image && { ...image, is_figure: undefined, caption: undefined, is_page: true as const };
    return {
      ...drawnContent(slide, true),
      image: layout === 'page' ? whole && { ...whole, fit: 'contain' as const } : whole,
    };
  }
  return { ...drawnContent(slide, false), image: image?.kind === 'page' ? undefined : image };
}
