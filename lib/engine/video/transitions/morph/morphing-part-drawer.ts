import { interpolateBoxes } from '../../drawing/layout/boxes.ts';
import type { CutOutPart, MorphPair } from '../../drawing/paint/morph-layers.ts';
import { computeSplineCoefficientPlanes, type SplinePlane } from '../../motion/spline.ts';
import type { YuvPicture } from '../../picture.ts';
import { evenBoxTouchedBy, sampleSlidePart } from './moving-box.ts';
import {
  blendTransparentPicture,
  mixTransparentPictures,
  type TransparentYuvPicture,
  toTransparentYuvPicture,
} from './transparent-yuv-picture.ts';

/** A function that draws a part on its way over a picture, in place. `progress` is 0–1. */
export type DrawMorphingPart = (picture: YuvPicture, progress: number) => void;

interface PartPlanes {
  color: readonly SplinePlane[];
  alpha: readonly SplinePlane[];
}

const planesOfPart = (part: CutOutPart): PartPlanes => {
  const { color, alpha } = toTransparentYuvPicture(part.picture);
  return { color: computeSplineCoefficientPlanes(color), alpha: computeSplineCoefficientPlanes(alpha) };
};

/** Pixels around a part that its soft edge may touch. */
const EDGE_PIXELS = 2;

/** A text or shape that moves and resizes from one place to the other, and changes from one look to the other on the way. */
export function morphingPartDrawer({ from, to }: MorphPair<CutOutPart>): DrawMorphingPart {
  const [planesBefore, planesAfter] = [planesOfPart(from), planesOfPart(to)];
  return (picture, progress) => {
    const box = interpolateBoxes(from.box, to.box, progress);
    const target = evenBoxTouchedBy(box, picture, EDGE_PIXELS);
    if (!target) return;
    const weight = Math.round(256 * progress);
    const samplePart = ({ within }: CutOutPart, { color, alpha }: PartPlanes): TransparentYuvPicture => ({
      color: sampleSlidePart(color, within, box, target),
      alpha: sampleSlidePart(alpha, within, box, target),
    });
    const mixedPart =
      weight === 0
        ? samplePart(from, planesBefore)
        : weight === 256
          ? samplePart(to, planesAfter)
          : mixTransparentPictures(samplePart(from, planesBefore), samplePart(to, planesAfter), weight);
    blendTransparentPicture(picture, mixedPart, target);
  };
}
