import { interpolateBoxes, type LayoutBox } from '../../drawing/layout/boxes.ts';
import type { MorphPair, VisibleImage } from '../../drawing/paint/morph-layers.ts';
import { rgbToYuv420 } from '../../motion/rgb-to-yuv420.ts';
import { computeSplineCoefficientPlanes } from '../../motion/spline.ts';
import { planeLayoutsOfYuvPicture, type YuvPicture } from '../../picture.ts';
import type { EvenBox } from '../changed-box.ts';
import { crossFadePictures } from '../cross-fade.ts';
import { smoothstep } from '../easing.ts';
import type { DrawMorphingPart } from './morphing-part-drawer.ts';
import { evenBoxTouchedBy, sampleSlidePart } from './moving-box.ts';
import { type CornerRadii, roundedCornerAlpha } from './rounded-alpha.ts';

/** The proportions of a whole image. */
const ratioOf = ({ whole }: VisibleImage): number => whole.width / whole.height;

/** The part of the image that is shown: its height is 1, its width `ratio`. */
const visiblePartOf = ({ view, whole }: VisibleImage, ratio: number): LayoutBox => ({
  x: (view.x / whole.width) * ratio,
  y: view.y / whole.height,
  width: (view.width / whole.width) * ratio,
  height: view.height / whole.height,
});

const toImagePixels = ({ x, y, width, height }: LayoutBox, { whole }: VisibleImage, ratio: number): LayoutBox => ({
  x: (x / ratio) * whole.width,
  y: y * whole.height,
  width: (width / ratio) * whole.width,
  height: height * whole.height,
});

/** The factor by which an image is drawn wider than it is, because sides are whole pixels: near to 1. */
const stretchOf = (part: LayoutBox, box: LayoutBox): number => (part.width * box.height) / (part.height * box.width);

/** A part with the proportions of a box, around the same middle and within the image, so that nothing is stretched. */
function withProportions(part: LayoutBox, box: LayoutBox, stretch: number, ratio: number): LayoutBox {
  const targetRatio = (stretch * box.width) / box.height;
  const area = part.width * part.height;
  const partHeight = Math.min(Math.sqrt(area / targetRatio), 1, ratio / targetRatio);
  const [width, height] = [targetRatio * partHeight, partHeight];
  const clampStart = (start: number, length: number, max: number): number =>
    Math.min(Math.max(start, 0), Math.max(0, max - length));
  return {
    x: clampStart(part.x + (part.width - width) / 2, width, ratio),
    y: clampStart(part.y + (part.height - height) / 2, height, 1),
    width,
    height,
  };
}

/** Puts a picture of a box over another one where its alpha says so, in place. */
function blendImage(picture: YuvPicture, image: YuvPicture, alpha: YuvPicture, box: EvenBox): void {
  const parts = planeLayoutsOfYuvPicture(box);
  for (const [i, { offset, width: stride, every }] of planeLayoutsOfYuvPicture(picture).entries()) {
    const part = parts[i];
    if (!part) continue;
    const boxStart = offset + (box.y / every) * stride + box.x / every;
    for (let y = 0; y < part.height; y++) {
      const partRow = part.offset + y * part.width;
      const pictureRow = boxStart + y * stride;
      for (let x = 0; x < part.width; x++) {
        const opacity = alpha.data[partRow + x] ?? 0;
        if (opacity === 0) continue;
        const imageValue = image.data[partRow + x] ?? 0;
        const pictureValue = picture.data[pictureRow + x] ?? 0;
        picture.data[pictureRow + x] =
          opacity === 255 ? imageValue : pictureValue + Math.round(((imageValue - pictureValue) * opacity) / 255);
      }
    }
  }
}

/** The range of the way (0–1) in which both drawings of an image are mixed: before and after it, only one of them is sampled. */
const MIXED_RANGE = { from: 0.3, to: 0.7 } as const;

/** An image that moves and resizes from one place to the other. Its visible part changes on the way, so that it is not stretched. */
export function morphingImageDrawer({ from, to }: MorphPair<VisibleImage>): DrawMorphingPart {
  const [planesBefore, planesAfter] = [
    computeSplineCoefficientPlanes(rgbToYuv420(from.picture)),
    computeSplineCoefficientPlanes(rgbToYuv420(to.picture)),
  ];
  const ratio = ratioOf(from);
  const parts = [visiblePartOf(from, ratio), visiblePartOf(to, ratio)] as const;
  const stretches = [stretchOf(parts[0], from.box), stretchOf(parts[1], to.box)] as const;
  return (picture, progress) => {
    const box = interpolateBoxes(from.box, to.box, progress);
    const target = evenBoxTouchedBy(box, picture, 0);
    if (!target) return;
    const stretch = stretches[0] + (stretches[1] - stretches[0]) * progress;
    const part = withProportions(interpolateBoxes(parts[0], parts[1], progress), box, stretch, ratio);
    const weight = Math.round(256 * smoothstep((progress - MIXED_RANGE.from) / (MIXED_RANGE.to - MIXED_RANGE.from)));
    const sampleBefore = () => sampleSlidePart(planesBefore, toImagePixels(part, from, ratio), box, target);
    const sampleAfter = () => sampleSlidePart(planesAfter, toImagePixels(part, to, ratio), box, target);
    const image =
      weight === 0
        ? sampleBefore()
        : weight === 256
          ? sampleAfter()
          : crossFadePictures(sampleBefore(), sampleAfter(), weight);
    const radii = from.radii.map((radius, i) => radius + ((to.radii[i] ?? radius) - radius) * progress);
    const [topLeft = 0, topRight = 0, bottomRight = 0, bottomLeft = 0] = radii;
    blendImage(
      picture,
      image,
      roundedCornerAlpha(box, [topLeft, topRight, bottomRight, bottomLeft] satisfies CornerRadii, target),
      target,
    );
  };
}
