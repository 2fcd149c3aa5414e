import { join } from 'node:path';
import sharp from 'sharp';
import { TEMPLATES } from '../../lib/templates/template.ts';
import { createPainter } from '../../lib/video/drawing/painter.ts';
import type { RawPicture } from '../../lib/video/picture.ts';

const WORDS =
  'revenue customers margin quarter growth region forecast pipeline retention latency support hiring budget roadmap risk'.split(
    ' ',
  );
const LAYOUTS = ['bullets', 'bullets', 'title', 'bullets', 'quote', 'bullets', 'section'] as const;

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

const words = (count: number, seed: number): string => {
  const text = Array.from({ length: count }, (_, i) => pick(WORDS, seed * 7 + i * (1 + (seed % 4)))).join(' ');
  return text[0]?.toUpperCase() + text.slice(1);
};

export interface Deck {
  size: { width: number; height: number };
  slides: number;
  /** Draws a slide as raw RGBA, as the service does. */
  draw(index: number): Promise<RawPicture>;
  /** Writes all slides as `%03d.png`, counted from 0. */
  writePngs(folder: string): Promise<void>;
}

/** Text slides that all differ, in every template: mostly a title with three to six bullets of varying length. */
export async function makeDeck(slides: number, size: { width: number; height: number }): Promise<Deck> {
  const painter = await createPainter();
  const draw = (index: number): Promise<RawPicture> => {
    const slide = {
      title: `${index + 1}. ${words(3, index)}`,
      bullet_points: Array.from({ length: 3 + (index % 4) }, (_, bullet) =>
        words(4 + ((index + bullet) % 7), index + bullet),
      ),
      layout: pick(LAYOUTS, index),
      language: 'en',
      position: index,
      slide_count: slides,
    };
    return painter.paint(slide, size, pick(TEMPLATES, index).id);
  };
  return {
    size,
    slides,
    draw,
    async writePngs(folder) {
      for (let index = 0; index < slides; index++) {
        // All in one pixel format: ffmpeg starts its filters anew where the format changes between pictures.
        const { rgba } = await draw(index);
        const picture = sharp(rgba, { raw: { ...size, channels: 4 } }).removeAlpha();
        await picture.png({ compressionLevel: 6 }).toFile(join(folder, `${String(index).padStart(3, '0')}.png`));
      }
    },
  };
}
