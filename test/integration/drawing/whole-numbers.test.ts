import type { MeasuredNode } from '@takumi-rs/core';
import { describe, expect, it } from 'vitest';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { boxNode } from '#engine/video/drawing/layout/boxes.ts';
import { composeSlide } from '#engine/video/drawing/paint/compose-slide.ts';
import { createDrawingDeps } from '#engine/video/drawing/paint/drawing-deps.ts';
import { type AspectRatioName, pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';
import { isTried } from '#test/support/depth.ts';

const deps = createDrawingDeps();

/** The lines of the paragraphs below a node, each paragraph as text with `|` between its lines. */
function linesOf({ runs, children }: MeasuredNode): string[] {
  const rows = new Map<number, string>();
  for (const { text, y } of runs) rows.set(Math.round(y), (rows.get(Math.round(y)) ?? '') + text);
  const lines = [...rows].sort(([a], [b]) => a - b).map(([, text]) => text);
  return [...(lines.length > 0 ? [lines.join('|')] : []), ...children.flatMap(linesOf)];
}

/** The paragraphs of a slide in which a line ends within a number. */
async function brokenNumbers(fields: Partial<DrawableSlide>, format: AspectRatioName, template: number) {
  const size = pictureDimensionsOfFormat(format, '480p');
  const slide = { language: 'en', is_first: false, title: '', bullet_points: [], layout: 'auto', ...fields } as const;
  const { nodes, families } = await composeSlide(slide, size, BUILT_IN_TEMPLATES[template] ?? fail(), deps);
  const measured = await deps.renderer.measure(boxNode({ x: 0, y: 0, ...size }, {}, nodes), {
    ...size,
    fontFamilies: families,
  });
  return linesOf(measured).filter((lines) => /\d[.,\u00a0\u202f]?\|[.,\u00a0\u202f]?\d/u.test(lines));
}

const fail = (): never => {
  throw new RangeError('there is no such template');
};

const NUMBERS = ['1,234,567,890,123', '$1,234,567,890.50', '1.234.567,89 €', '1 234 567 €', '299,792,458 m/s'];

describe('numbers are on one line', () => {
  const cases = BUILT_IN_TEMPLATES.flatMap(({ id }, template) =>
    (['portrait', 'feed', 'square', 'classic'] as const).map((format) => ({ id, format, template })),
  ).filter((_, at) => isTried(at, 3));
  it.each(cases)('$id, $format', async ({ format, template }) => {
    for (const number of NUMBERS) {
      expect(await brokenNumbers({ title: number, bullet_points: ['raised'] }, format, template)).toEqual([]);
      expect(await brokenNumbers({ title: number, layout: 'title' }, format, template)).toEqual([]);
      const items = ['One', 'Two', 'Three'].map((title, at) => ({ title, figure: at === 0 ? number : '12' }));
      expect(await brokenNumbers({ title: 'Figures', items, layout: 'stats' }, format, template)).toEqual([]);
    }
    const cards = [{ title: '1 234 567 €' }, { title: '12' }, { title: '4 %' }];
    expect(await brokenNumbers({ title: 'Cards', items: cards, layout: 'cards' }, format, template)).toEqual([]);
  });
});
