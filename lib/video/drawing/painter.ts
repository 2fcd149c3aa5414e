import { Renderer } from '@takumi-rs/core';
import { findTemplate } from '../../templates/template.ts';
import type { Size } from '../../timelines/format.ts';
import type { RawPicture } from '../picture.ts';
import { type Composition, composeSlide, type Tools } from './compose-slide.ts';
import { type DrawableSlide, DrawingError } from './drawable-slide.ts';
import { FontLibrary } from './font-library.ts';
import { emojiSource } from './node-tree.ts';
import { createTypesetter } from './typesetting.ts';

export { type DrawableImage, type DrawableSlide, DrawingError } from './drawable-slide.ts';

/** Part of every cache key of a picture; to be changed with anything that may change a pixel, templates and fonts too. */
export const PAINTER_VERSION = '1';

const LARGEST_SIDE = 4096;
/** For emoji pictures; slide images never enter the cache. */
const CACHE_BYTES = 16 * 2 ** 20;

export interface Painter {
  /** Opaque RGBA. @throws DrawingError */
  paint(slide: DrawableSlide, size: Size, templateId: string): Promise<RawPicture>;
  /** The same picture as a PNG file. @throws DrawingError */
  paintPng(slide: DrawableSlide, size: Size, templateId: string): Promise<Uint8Array>;
}

/** What a painter works with; made apart from it so that a composition can be inspected without drawing it. */
export function createDrawingTools(): Tools & { renderer: Renderer } {
  const renderer = new Renderer({ cacheMaxBytes: CACHE_BYTES });
  return {
    renderer,
    typesetter: createTypesetter(new FontLibrary(renderer)),
    measureIn: (families) => async (nodes, width) => {
      const column = { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', width } as const;
      const root = { type: 'container', style: column, children: nodes } as const;
      const { children } = await renderer.measure(root, { width: Math.ceil(width), fontFamilies: [...families] });
      return children;
    },
  };
}

function checkSize({ width, height }: Size): void {
  const fine = [width, height].every((side) => Number.isInteger(side) && side > 0 && side <= LARGEST_SIDE);
  if (!fine) throw new DrawingError(`a picture of ${width}x${height} cannot be drawn`);
}

/** Loads nothing yet: fonts come with the first slide that needs them. */
export async function createPainter(): Promise<Painter> {
  const tools = createDrawingTools();
  const { renderer, typesetter } = tools;

  async function compose(slide: DrawableSlide, size: Size, templateId: string): Promise<Composition> {
    checkSize(size);
    const template = findTemplate(templateId);
    if (!template) throw new DrawingError(`there is no template ${JSON.stringify(templateId)}`);
    return composeSlide(slide, size, template, tools);
  }

  async function draw(slide: DrawableSlide, size: Size, templateId: string, format: 'raw' | 'png'): Promise<Uint8Array> {
    const { node, families, emoji } = await compose(slide, size, templateId);
    const images = await Promise.all(
      emoji.map(async (name) => ({ src: emojiSource(name), data: await typesetter.emojiPicture(name) })),
    );
    return renderer.render(node, { ...size, format, images, fontFamilies: families, lang: slide.language });
  }

  return {
    paint: async (slide, size, templateId) => ({ ...size, rgba: await draw(slide, size, templateId, 'raw') }),
    paintPng: (slide, size, templateId) => draw(slide, size, templateId, 'png'),
  };
}
