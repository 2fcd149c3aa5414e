import { Renderer } from '@takumi-rs/core';
import { findTemplate } from '../../templates/template.ts';
import type { Size } from '../../timelines/format.ts';
import type { RawPicture } from '../picture.ts';
import { BackgroundCache } from './background-cache.ts';
import { type Composition, composeSlide, type Tools } from './compose-slide.ts';
import { type DrawableSlide, DrawingError } from './drawable-slide.ts';
import { FontLibrary } from './font-library.ts';
import { blendOver, fillBox, paste } from './layers.ts';
import { boxNode, emojiSource } from './node-tree.ts';
import { loadImage } from './slide-image.ts';
import { createTypesetter } from './typesetting.ts';

export { type DrawableImage, type DrawableSlide, DrawingError } from './drawable-slide.ts';

/** Part of every cache key of a picture; to be changed with anything that may change a pixel, templates and fonts too. */
export const PAINTER_VERSION = '2';

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
  const backgrounds = new BackgroundCache(renderer);

  async function drawNodes(
    { nodes, families, emoji, palette }: Composition,
    size: Size,
    language: string,
    opaque: boolean,
  ) {
    const images = await Promise.all(
      emoji.map(async (name) => ({ src: emojiSource(name), data: await typesetter.emojiPicture(name) })),
    );
    const root = boxNode({ x: 0, y: 0, ...size }, opaque ? { backgroundColor: palette.background } : {}, nodes);
    return renderer.render(root, { ...size, format: 'raw', images, fontFamilies: families, lang: language });
  }

  async function paint(slide: DrawableSlide, size: Size, templateId: string): Promise<RawPicture> {
    checkSize(size);
    const template = findTemplate(templateId);
    if (!template) throw new DrawingError(`there is no template ${JSON.stringify(templateId)}`);
    const composition = await composeSlide(slide, size, template, tools);
    const { palette, image: place } = composition;
    if (!palette.backdrop && !place) return { ...size, rgba: await drawNodes(composition, size, slide.language, true) };
    const [picture, above, image] = await Promise.all([
      backgrounds.picture(palette, size),
      drawNodes(composition, size, slide.language, false),
      slide.image && place ? loadImage(slide.image, place.room, palette.panel) : undefined,
    ]);
    if (image && place) {
      fillBox(picture, place.panel, palette.panel);
      const { room } = place;
      paste(picture, image, room.x + ((room.width - image.width) >> 1), room.y + ((room.height - image.height) >> 1));
    }
    blendOver(picture, above);
    return picture;
  }

  return {
    paint,
    async paintPng(slide, size, templateId) {
      const { rgba, width, height } = await paint(slide, size, templateId);
      const { default: sharp } = await import('sharp');
      return sharp(rgba, { raw: { width, height, channels: 4 } })
        .removeAlpha()
        .png()
        .toBuffer();
    },
  };
}
