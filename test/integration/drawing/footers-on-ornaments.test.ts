import { describe, expect, it } from 'vitest';
import { contrastRatio } from '#engine/video/drawing/contrast.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { sceneNameOfLayout } from '#engine/video/drawing/layout/layout-facts.ts';
import { hexOfRgb } from '#engine/video/drawing/mix-colors.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';
import { isTried } from '#test/support/depth.ts';
import { measureSlide } from '#test/support/drawing/measure-slide.ts';

const painter = await createSlideAndCaptionPainter();
const LAYOUTS = ['bullets', 'number', 'section', 'quote'] as const;

describe('footers are readable on the ornaments behind them', () => {
  const cases = BUILT_IN_TEMPLATES.flatMap((template) =>
    (['landscape', 'square', 'feed'] as const).map((format) => ({ template, id: template.id, format })),
  ).filter(({ id }, at) => id === 'playful' || isTried(at, 4));
  it.each(cases)('$id, $format', async ({ template, format }) => {
    const size = pictureDimensionsOfFormat(format, '480p');
    for (const layout of LAYOUTS) {
      const words = { title: 'Title', bullet_points: ['b'], footer: 'ACME Corp · Confidential', slide_number: 12 };
      const slide: DrawableSlide = { ...words, layout, language: 'en', is_first: false };
      const { written } = await measureSlide(slide, size, template);
      const { rgba } = await painter.paint(slide, size, template, { isBare: true });
      const { muted } = template.scenes[sceneNameOfLayout(layout)].palette;
      const footer = written.find(({ text }) => text === words.footer);
      if (!footer) throw new Error('the footer is not drawn');
      const { left, top, right, bottom } = footer.ink;
      const colors = new Set<string>();
      for (let y = Math.floor(top); y < bottom; y++)
        for (let x = Math.floor(left); x < right; x++) {
          const at = (y * size.width + x) * 4;
          colors.add(hexOfRgb([...rgba.subarray(at, at + 3)]));
        }
      const least = Math.min(...[...colors].map((color) => contrastRatio(muted, color)));
      expect([layout, least >= 4.5, least]).toEqual([layout, true, least]);
    }
  });
});
