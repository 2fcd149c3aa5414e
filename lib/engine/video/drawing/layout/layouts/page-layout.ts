import type { LayoutDrawing } from '../layout.ts';
import { regionsForTextOnImage } from '../regions.ts';

/** The image alone: a picture of the slide itself. The part of the frame that it does not cover has the colour of its edges. */
export const pageLayout: LayoutDrawing = {
  text: { role: 'heading', headingShare: 1, gap: 0, isRuled: false, points: 'list' },
  image: 'ground',
  regions: regionsForTextOnImage,
  async arrange({ template, regionsFor }) {
    const regions = regionsFor(template.arrangement.kind);
    return { regions, top: 0, height: 0, cut: false, fits: [], place: () => [] };
  },
};
