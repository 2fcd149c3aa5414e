import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';

const FILE = join(import.meta.dirname, '../../fixtures/fill-corpus.json');

/** Sixty slides as people write them, by which it is measured how much of their pages slides fill. */
export const fillCorpus = (): DrawableSlide[] =>
  (JSON.parse(readFileSync(FILE, 'utf8')) as DrawableSlide[]).map((slide, i) => ({
    ...slide,
    is_first: false,
    slide_number: i + 1,
  }));
