import { createHash } from 'node:crypto';
import type { Size } from '../format.ts';
import type { Template } from './design.ts';
import type { DrawableImage, DrawableSlide, PaintOptions } from './drawable-slide.ts';
import { chooseLayout } from './layout/choose-layout.ts';
import { showsFolio, showsImage } from './layout/drawn-layout.ts';

/** The fields of a slide that decide its picture, its image by the hash of its bytes. */
export interface DrawnFields
  extends Pick<DrawableSlide, 'title' | 'bullet_points' | 'layout' | 'language' | 'is_first' | 'slide_number'> {
  image?: (Omit<DrawableImage, 'bytes'> & { sha256: string }) | undefined;
}

const hashes = new WeakMap<Template, string>();

function hashOf(template: Template): string {
  const known = hashes.get(template);
  if (known) return known;
  const hash = createHash('sha256').update(JSON.stringify(template)).digest('hex');
  hashes.set(template, hash);
  return hash;
}

/**
 * A canonical text of everything that can change a pixel of a slide's picture: two slides with the same key are the same
 * picture. The number is in it only where it is drawn, an image only where it is shown.
 */
export function drawingKey(
  slide: DrawnFields,
  { width, height }: Size,
  template: Template,
  { revealed, captioned }: PaintOptions = {},
): string {
  const { title, bullet_points, language, slide_number, image } = slide;
  const layout = chooseLayout(slide, { width, height });
  const hidesSome = revealed !== undefined && revealed < bullet_points.length;
  return JSON.stringify([
    PAINTER_VERSION,
    hashOf(template),
    width,
    height,
    layout,
    showsFolio(layout) ? (slide_number ?? null) : null,
    language,
    title,
    bullet_points,
    hidesSome ? revealed : null,
    image && showsImage(layout)
      ? [image.sha256, image.width, image.height, image.fit, image.focus.x, image.focus.y]
      : null,
    ...(captioned ? ['captioned'] : []),
  ]);
}

/** The same for a caption laid over pictures of this size. */
export const captionKey = (text: string, language: string, { width, height }: Size, template: Template): string =>
  JSON.stringify([PAINTER_VERSION, hashOf(template), width, height, language, text]);

/**
 * Part of every cache key of a picture. Change it with anything that may change a pixel: fonts, layouts, the layout
 * engine. A change of a template does not need it: the key holds a hash of the template's data.
 */
export const PAINTER_VERSION = 4;
