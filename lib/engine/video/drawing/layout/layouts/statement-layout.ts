import { arrangeWithOrWithoutImage } from '../arrange-text.ts';
import type { LayoutDrawing } from '../layout.ts';
import { regionsWithImageIfAny } from '../regions.ts';

/** One strong sentence, its marked words in the accent, with short lines under it, and the image of the slide if it has one. */
export const statementLayout: LayoutDrawing = {
  text: {
    role: 'section',
    headingShare: 0.8,
    gap: 0.046,
    isRuled: false,
    points: 'subtitles',
    standsAlone: true,
    fillsPage: true,
    accentsMarked: true,
  },
  image: 'panel',
  regions: (choice) => regionsWithImageIfAny(choice, 0.96),
  arrange: arrangeWithOrWithoutImage,
};
