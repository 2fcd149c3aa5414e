import { FOOTAGE_TONE_GRID } from '../../footage/footage-tones.ts';
import type { PictureDimensions } from '../../format.ts';
import { calloutAreaInPixels, intersectionOfBoxes } from '../callouts/callout-area-in-pixels.ts';
import type { DrawableImage } from '../drawable-slide.ts';
import type { LayoutBox } from '../layout/boxes.ts';

/**
 * The greys, as 0xRRGGBB, that all pictures in the place of an image (the frames of a video) have in an area of the slide: the lightest of
 * each part under a dark shade, otherwise the darkest. Empty for an image without `tones`.
 * @param place `box` of the image and `area`, in pixels of the slide; `size` of the slide; `isDark`: true if the shade is dark
 */
export function tonesBehindText(
  image: Pick<DrawableImage, 'width' | 'height' | 'fit' | 'focus' | 'tones'>,
  place: { box: LayoutBox; area: LayoutBox; size: PictureDimensions; isDark: boolean },
): number[] {
  const { box, area, size, isDark } = place;
  const { columns, rows } = FOOTAGE_TONE_GRID;
  const levels = (isDark ? image.tones?.lightest : image.tones?.darkest) ?? [];
  return levels.flatMap((level, part) => {
    const partCorner = { x: (part % columns) / columns, y: Math.floor(part / columns) / rows };
    const visiblePart = calloutAreaInPixels({ ...partCorner, width: 1 / columns, height: 1 / rows }, size, {
      image,
      box,
    });
    return visiblePart && intersectionOfBoxes(visiblePart, area) ? [level * 0x010101] : [];
  });
}
