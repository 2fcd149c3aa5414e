import type { PictureDimensions } from '../../format.ts';
import type { Logo, SlideTemplate } from '../design.ts';
import type { TextDirection } from '../text/writing-system.ts';
import type { LayoutBox } from './boxes.ts';
import type { DrawnLayout } from './layout-facts.ts';
import { slideTextMarginsOf } from './slide-text-margins.ts';

/**
 * The largest height of a logo, a fraction of the short side. It leaves more than a fifth of the narrower margin free above and below, so that
 * a logo does not touch text, captions or the line of the slide number.
 */
const MAX_HEIGHT = 0.056;
/** The largest width of a logo, a fraction of the short side. A wide logo is made lower, to keep its aspect ratio. */
const MAX_WIDTH = 0.32;
/** Space between a logo and text in the same line, a fraction of the short side. */
const GAP = 0.03;

/** The template as it is on a slide in a layout: without its logo, if slides in that layout do not show it. */
export const withLogoOnlyIfShown = (template: SlideTemplate, layout: DrawnLayout): SlideTemplate =>
  template.logo?.on === 'title' && layout !== 'title' && layout !== 'closing'
    ? { ...template, logo: undefined }
    : template;

/** The box of a logo in its corner of a slide, in whole pixels: in the middle of the height of the margin, aligned to the edge of the text. */
export function logoBox({ width, height, place }: Logo, size: PictureDimensions): LayoutBox {
  const shortSide = Math.min(size.width, size.height);
  const scale = Math.min((MAX_WIDTH * shortSide) / width, (MAX_HEIGHT * shortSide) / height);
  const box = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const margins = slideTextMarginsOf(size);
  const isTop = place === 'top_left' || place === 'top_right';
  const middleY = isTop ? margins.top / 2 : size.height - margins.bottom / 2;
  const isLeft = place === 'top_left' || place === 'bottom_left';
  return {
    ...box,
    x: isLeft ? margins.x : size.width - margins.x - box.width,
    y: Math.round(middleY - box.height / 2),
  };
}

/** Reports whether a logo lies over the image of a layout with an image next to text. The image takes less than half of the slide. */
export const isLogoOverImage = ({ place }: Logo, layout: DrawnLayout, direction: TextDirection): boolean =>
  layout === 'image_top'
    ? place.startsWith('top')
    : place.endsWith((layout === 'image_left') === (direction === 'ltr') ? 'left' : 'right');

/** The part of a line of text that a logo leaves free; the whole line if the logo is not in it. */
export function textLineNextToLogo(line: LayoutBox, logo: Logo | undefined, size: PictureDimensions): LayoutBox {
  if (!logo) return line;
  const box = logoBox(logo, size);
  const gap = Math.round(GAP * Math.min(size.width, size.height));
  const isLogoInLine =
    box.x < line.x + line.width + gap &&
    line.x < box.x + box.width + gap &&
    box.y < line.y + line.height &&
    line.y < box.y + box.height;
  if (!isLogoInLine) return line;
  if (logo.place === 'top_left' || logo.place === 'bottom_left') {
    const x = box.x + box.width + gap;
    return { ...line, x, width: Math.max(1, line.x + line.width - x) };
  }
  return { ...line, width: Math.max(1, box.x - gap - line.x) };
}
