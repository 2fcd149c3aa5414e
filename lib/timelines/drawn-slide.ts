import type { ChosenTemplate } from '../templates/public.ts';
import type { DrawableSlide, EveryField } from '../video/drawing/drawable-slide.ts';
import { richContentOf } from './rich-content.ts';
import { asDrawn, type Slide } from './slide.ts';
import type { SlideImage } from './slide-image.ts';
import type { Timeline } from './timeline.ts';

/** A slide as it is drawn, its image by name. */
export type NamedDrawing = Omit<DrawableSlide, 'image'> & { image?: SlideImage | undefined };

/**
 * The one projection of a slide to what is drawn of it, for previews, checks and renders.
 * @param number of the slide in its timeline, from 1
 */
export function toDrawable(
  stored: Slide,
  number: number,
  { language, slide_numbers, footer }: Pick<Timeline, 'language' | 'slide_numbers' | 'footer'>,
): NamedDrawing {
  const slide = asDrawn(stored);
  return {
    title: slide.title,
    bullet_points: slide.bullet_points,
    ...richContentOf(slide),
    layout: slide.layout,
    language,
    is_first: number === 1,
    slide_number: slide_numbers ? number : undefined,
    footer,
    image: slide.image,
  } satisfies EveryField<NamedDrawing>;
}

/** A slide of a timeline as it is drawn, its image by name. @param position from 0 */
export const drawnSlide = (
  stored: Slide,
  position: number,
  { language, slide_numbers, footer }: Timeline,
  template: ChosenTemplate,
): NamedDrawing =>
  toDrawable(stored, position + 1, {
    language,
    slide_numbers: slide_numbers ?? template.slide_numbers,
    footer: footer ?? template.footer,
  });

/** The image of a slide with its bytes. */
export async function drawableImage(
  image: SlideImage | undefined,
  readFile: (key: string) => Promise<Uint8Array>,
): Promise<DrawableSlide['image']> {
  if (!image) return undefined;
  const { key, sha256, width, height, fit, focus, is_figure } = image;
  return { bytes: await readFile(key), sha256, width, height, fit, focus, is_figure };
}
