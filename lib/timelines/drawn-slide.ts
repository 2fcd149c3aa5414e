import type { ChosenTemplate } from '../templates/public.ts';
import type { DrawableSlide } from '../video/drawing/drawable-slide.ts';
import { richContentOf } from './rich-content.ts';
import { asDrawn, type Slide } from './slide.ts';
import type { SlideImage } from './slide-image.ts';
import type { Timeline } from './timeline.ts';

/** A slide of a timeline as it is drawn, its image by name. @param position from 0 */
export function drawnSlide(
  stored: Slide,
  position: number,
  { language, slide_numbers, footer }: Timeline,
  template: ChosenTemplate,
): Omit<DrawableSlide, 'image'> & { image?: SlideImage | undefined } {
  const slide = asDrawn(stored);
  return {
    title: slide.title,
    bullet_points: slide.bullet_points,
    ...richContentOf(slide),
    layout: slide.layout,
    language,
    is_first: position === 0,
    slide_number: (slide_numbers ?? template.slide_numbers) ? position + 1 : undefined,
    footer: footer ?? template.footer,
    image: slide.image,
  };
}

/** The image of a slide with its bytes. */
export async function drawableImage(
  image: SlideImage | undefined,
  readFile: (key: string) => Promise<Uint8Array>,
): Promise<DrawableSlide['image']> {
  if (!image) return undefined;
  const { key, sha256, width, height, fit, focus, is_figure } = image;
  return { bytes: await readFile(key), sha256, width, height, fit, focus, is_figure };
}
