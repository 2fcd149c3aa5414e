import type { DrawableImage } from '../drawable-slide.ts';
import { clampToRange } from '../layout/image-placement.ts';
import type { GalleryRows } from './gallery-rows.ts';

/** Photographs may be cropped to ratios of width and height between these. */
const CROPPED_RATIOS = { min: 0.75, max: 1.78 };
/** The largest factor by which photographs are widened, which crops them, so that rows are as wide as their room. */
const MAX_WIDENING = 1.3;

/** The ratio (width : height) in which a picture is shown; that of the file if it is shown whole. */
function ratioOf({ width, height, fit }: DrawableImage): number {
  const ratio = width / height;
  return fit === 'contain' ? ratio : clampToRange(ratio, CROPPED_RATIOS.min, CROPPED_RATIOS.max);
}

/** The ratios (width : height) in which pictures are shown. Two photographs are equally large, so that they can be compared. */
export function galleryImageRatios(images: readonly DrawableImage[]): number[] {
  const ratios = images.map(ratioOf);
  const [firstRatio, secondRatio] = ratios;
  const isPair = images.length === 2 && images.every(({ fit }) => fit === 'cover');
  if (!isPair || firstRatio === undefined || secondRatio === undefined) return ratios;
  return ratios.map(() => Math.sqrt(firstRatio * secondRatio));
}

/**
 * The ratios (width : height) with which the rows fill the width of the room: photographs are widened if that crops them little; pictures
 * that are shown whole keep their ratio.
 * @param room the width of the room, and the space between pictures of a row; pixels
 */
export function widenedGalleryRatios(
  { rows }: GalleryRows,
  images: readonly DrawableImage[],
  ratios: readonly number[],
  room: { width: number; across: number },
): number[] {
  const { width, across } = room;
  const isPhotograph = (index: number): boolean => images[index]?.fit === 'cover';
  const factors = rows.flatMap(({ pictures }) => {
    const photographsWidth = pictures
      .filter(({ index }) => isPhotograph(index))
      .reduce((sum, picture) => sum + picture.width, 0);
    const othersWidth = pictures
      .filter(({ index }) => !isPhotograph(index))
      .reduce((sum, picture) => sum + picture.width, 0);
    return photographsWidth > 0 ? [(width - across * (pictures.length - 1) - othersWidth) / photographsWidth] : [];
  });
  const factor = Math.max(1, Math.min(...factors));
  return ratios.map((ratio, index) => {
    const image = images[index];
    if (!image || !isPhotograph(index)) return ratio;
    return Math.min(ratio * factor, MAX_WIDENING * Math.max(ratio, image.width / image.height));
  });
}
