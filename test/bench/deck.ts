import { join } from 'node:path';
import sharp from 'sharp';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import type { PictureDimensions } from '#engine/video/format.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';

const WORDS =
  'revenue customers margin quarter growth region forecast pipeline retention latency support hiring budget roadmap risk'.split(
    ' ',
  );
const LAYOUTS = ['bullets', 'bullets', 'title', 'bullets', 'quote', 'bullets', 'section'] as const;

const pick = <T>(list: readonly T[], index: number): T => {
  const picked = list[index % list.length];
  if (picked === undefined) throw new RangeError('there is nothing to pick from');
  return picked;
};

/** So many words that mean nothing, the first with a capital; others for another seed. */
export const fillerWords = (count: number, seed: number): string => {
  const text = Array.from({ length: count }, (_, i) => pick(WORDS, seed * 7 + i * (1 + (seed % 4)))).join(' ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
};

/** What is on a slide: enough to draw it here, and to send it to the API. */
export interface DeckSlide {
  title: string;
  bullet_points: string[];
  layout: (typeof LAYOUTS)[number];
}

export interface Deck {
  size: PictureDimensions;
  slides: readonly DeckSlide[];
  /** Template of a slide. */
  template(index: number): string;
  /** Draws a slide as raw RGBA, as the service does. @param revealed number of its points that are visible; absent: all of them */
  draw(index: number, revealed?: number): Promise<RawPicture>;
  /** Writes all slides as `%03d.png`, counted from 0. */
  writePngs(folder: string): Promise<void>;
}

/** Text slides that all differ: mostly a title with three to six bullets of varying length. */
const deckSlides = (count: number): DeckSlide[] =>
  Array.from({ length: count }, (_, index) => ({
    title: `${index + 1}. ${fillerWords(3, index)}`,
    bullet_points: Array.from({ length: 3 + (index % 4) }, (_, bullet) =>
      fillerWords(4 + ((index + bullet) % 7), index + bullet),
    ),
    layout: pick(LAYOUTS, index),
  }));

/** A deck in these templates, one after another; one that is to go through the API has a single one. */
export async function makeDeck(count: number, size: PictureDimensions, templates: readonly string[]): Promise<Deck> {
  const painter = await createSlideAndCaptionPainter();
  const slides = deckSlides(count);
  const template = (index: number) => pick(templates, index);
  const draw = (index: number, revealed?: number): Promise<RawPicture> => {
    const slide = { ...pick(slides, index), language: 'en', is_first: index === 0 };
    return painter.paint(slide, size, requireBuiltInTemplate(template(index)), { revealed });
  };
  return {
    size,
    slides,
    template,
    draw,
    async writePngs(folder) {
      for (let index = 0; index < count; index++) {
        // All in one pixel format: ffmpeg starts its filters again where the format changes between pictures.
        const { rgba } = await draw(index);
        const picture = sharp(rgba, { raw: { ...size, channels: 4 } }).removeAlpha();
        await picture.png({ compressionLevel: 6 }).toFile(join(folder, `${String(index).padStart(3, '0')}.png`));
      }
    },
  };
}
