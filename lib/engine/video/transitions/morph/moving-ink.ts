import { boxBetween } from '../../drawing/layout/boxes.ts';
import type { InkPart, Pair } from '../../drawing/paint/morph-layers.ts';
import { type SplinePlane, splinePlanes } from '../../motion/spline.ts';
import type { YuvPicture } from '../../picture.ts';
import { sampled, touchedBox } from './moving-box.ts';
import { blendSoft, mixedSoft, type SoftPicture, softPicture } from './soft-picture.ts';

/** A function that draws a part on its way over a picture, in place. `progress` is 0–1. */
export type DrawPart = (picture: YuvPicture, progress: number) => void;

interface Sampled {
  color: readonly SplinePlane[];
  alpha: readonly SplinePlane[];
}

const sourceOf = (part: InkPart): Sampled => {
  const { color, alpha } = softPicture(part.picture);
  return { color: splinePlanes(color), alpha: splinePlanes(alpha) };
};

/** Pixels around a part that its soft edge may touch. */
const EDGE = 2;

/** A text or shape that moves and resizes from one place to the other, and changes from one look to the other on the way. */
export function movingInk({ from, to }: Pair<InkPart>): DrawPart {
  const [before, after] = [sourceOf(from), sourceOf(to)];
  return (picture, progress) => {
    const box = boxBetween(from.box, to.box, progress);
    const target = touchedBox(box, picture, EDGE);
    if (!target) return;
    const weight = Math.round(256 * progress);
    const seen = ({ within }: InkPart, { color, alpha }: Sampled): SoftPicture => ({
      color: sampled(color, within, box, target),
      alpha: sampled(alpha, within, box, target),
    });
    const mixed =
      weight === 0
        ? seen(from, before)
        : weight === 256
          ? seen(to, after)
          : mixedSoft(seen(from, before), seen(to, after), weight);
    blendSoft(picture, mixed, target);
  };
}
