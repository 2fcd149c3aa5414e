import { TONE_GRID } from '../../footage/footage-tones.ts';
import type { PictureDimensions } from '../../format.ts';
import { calloutAreaInPixels, intersectionOfBoxes } from '../callouts/callout-area-in-pixels.ts';
import type { DrawableImage } from '../drawable-slide.ts';
import type { LayoutBox } from '../layout/boxes.ts';

/**
 * The greys, as 0xRRGGBB, that pictures shown in the place of an image have in an area of the slide: the lightest of each part under a dark
 * shade, else the darkest. Empty for an image that is shown alone.
 * @param box of the image, in pixels of the slide
 */
export function tonesBehindText(
  image: Pick<DrawableImage, 'width' | 'height' | 'fit' | 'focus' | 'tones'>,
  { box, area, size, isDark }: { box: LayoutBox; area: LayoutBox; size: PictureDimensions; isDark: boolean },
): number[] {
  const { columns, rows } = TONE_GRID;
  const levels = (isDark ? image.tones?.lightest : image.tones?.darkest) ?? [];
  return levels.flatMap((level, part) => {
    const share = { x: (part % columns) / columns, y: Math.floor(part / columns) / rows };
    const seen = calloutAreaInPixels({ ...share, width: 1 / columns, height: 1 / rows }, size, { image, box });
    return seen && intersectionOfBoxes(seen, area) ? [level * 0x010101] : [];
  });
}
