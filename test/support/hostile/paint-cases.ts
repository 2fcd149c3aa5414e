/**
 * Draws every hostile text in some layouts (in one of them, where not all cases are tried) and as a caption, and prints the processor time of the slowest picture of each text,
 * and the memory of the process, as JSON.
 */

import { DEFAULT_CAPTION_STYLE } from '#engine/video/captions/caption-style.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import type { SlideLayout } from '#engine/video/drawing/layout/layout-facts.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { isTried } from '../depth.ts';
import { cpuSecondsOf, peakMebibytes } from './measure-cases.ts';
import { HOSTILE_STRINGS } from './texts.ts';

const LAYOUTS: readonly SlideLayout[] = ['title', 'bullets', 'code'];

const painter = await createSlideAndCaptionPainter();
const template = requireBuiltInTemplate('plain');
const size = pictureDimensionsOfFormat('landscape', '480p');
const slideOf = (text: string, layout: SlideLayout): DrawableSlide => ({
  title: text.slice(0, 200),
  bullet_points: Array.from({ length: layout === 'bullets' || layout === 'code' ? 12 : 2 }, () => text),
  layout,
  language: 'en',
  is_first: false,
});

// Fonts and emoji are loaded once a process, not once a slide.
for (const layout of LAYOUTS) await painter.paint(slideOf('Ordinary → 日本 العربية हिन्दी 😀', layout), size, template);
const base = peakMebibytes();

const cases: Record<string, { cpu_seconds: number; fault?: string }> = {};
for (const [at, [name, text]] of HOSTILE_STRINGS.entries()) {
  if (!isTried(at, 2)) continue;
  // Fonts of a script are loaded with its first slide.
  await painter.paint(slideOf(text.slice(0, 20), 'section'), size, template).catch(() => undefined);
  const outcome: (typeof cases)[string] = { cpu_seconds: 0 };
  const works = [
    ...LAYOUTS.filter((_, layout) => isTried(at + layout, LAYOUTS.length)).map(
      (layout) => () => painter.paint(slideOf(text, layout), size, template),
    ),
    () => painter.paintCaption(text, 'en', size, template, DEFAULT_CAPTION_STYLE),
  ];
  for (const work of works)
    try {
      outcome.cpu_seconds = Math.max(outcome.cpu_seconds, await cpuSecondsOf(work));
    } catch (error) {
      outcome.fault = String(error);
    }
  cases[name] = outcome;
}
process.stdout.write(JSON.stringify({ base_mebibytes: base, peak_mebibytes: peakMebibytes(), cases }));
