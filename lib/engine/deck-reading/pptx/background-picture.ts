import type { DeckWarning } from '../deck-warning.ts';
import type { PptxSlide } from './read-slide.ts';
import type { SlideDimensionsInEmu } from './redesign-slide.ts';

const hasNoOtherContent = ({
  title,
  body,
  texts,
  pictures,
  tables,
  charts,
  diagrams,
  embeddedObjects,
}: PptxSlide): boolean =>
  title === undefined &&
  [body, texts, pictures, tables, charts, diagrams].every((content) => content.length === 0) &&
  embeddedObjects === 0;

/**
 * A slide in which a background picture that is its only content has become a picture of the slide, because some programs export slides
 * as such backgrounds; any other slide unchanged.
 */
export function showBackgroundAsPicture(slide: PptxSlide, { width, height }: SlideDimensionsInEmu): PptxSlide {
  if (!slide.background || !hasNoOtherContent(slide)) return slide;
  const picture = { ...slide.background.picture, box: { x: 0, y: 0, width, height } };
  return { ...slide, background: undefined, pictures: [picture] };
}

/** The warning about the background picture of a slide, which a redesigned slide does not show. */
export const warningsOfLostBackground = ({ page, background }: PptxSlide): DeckWarning[] =>
  background?.isOwn
    ? [
        {
          slide: page,
          code: 'picture_not_used',
          message: 'The picture in the background was left out. Insert it as a picture to keep it.',
        },
      ]
    : [];
