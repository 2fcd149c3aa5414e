import { fitSlideHeading } from '../fit-slide-heading.ts';
import type { LayoutDrawing } from '../layout.ts';
import { regionsWithHeading } from '../regions.ts';

/** A heading, and the whole image in all the room below it. */
export const figureLayout: LayoutDrawing = {
  text: { role: 'heading', headingShare: 0.6, gap: 0.05, isRuled: true, points: 'subtitles' },
  image: 'whole',
  regions: regionsWithHeading,
  async arrange(slide) {
    const { regions, room, cut, fits, place } = await fitSlideHeading(slide);
    return { regions: { ...regions, image: room }, top: regions.text.y, height: 0, cut, fits, place };
  },
};
