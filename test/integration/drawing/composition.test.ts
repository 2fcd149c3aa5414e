import { describe, expect, it } from 'vitest';
import type { SlideTemplate } from '#engine/video/drawing/design.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { slideTextMarginsOf } from '#engine/video/drawing/layout/slide-text-margins.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';
import { isTried } from '#test/support/depth.ts';
import { measureSlide } from '#test/support/drawing/measure-slide.ts';

const SIZE = pictureDimensionsOfFormat('landscape', '480p');
const slideOf = (title: string, bullet_points: string[], more: Partial<DrawableSlide> = {}): DrawableSlide => ({
  ...{ layout: 'bullets', title, bullet_points, language: 'en', is_first: false },
  ...more,
});
/** Where each text of a slide is. */
async function places(slide: DrawableSlide, template: SlideTemplate) {
  const { written } = await measureSlide(slide, SIZE, template);
  return {
    all: written,
    of(text: string) {
      const found = written.find((one) => one.text.startsWith(text));
      if (!found) throw new Error(`${text} is not on the slide`);
      return found.ink;
    },
  };
}
const heightOf = ({ top, bottom }: { top: number; bottom: number }): number => bottom - top;

const FEW = ['Air', 'Sea'];
const USUAL = ['Air', 'A lens that gathers almost all of the light', 'Clockwork', 'Oil, carried up 196 steps', 'Wind'];
const MANY = Array.from({ length: 12 }, (_, i) => `Point ${String.fromCharCode(65 + i)} in short`);

describe.each(BUILT_IN_TEMPLATES.filter((_, at) => isTried(at, 3)).map((template) => [template.id, template] as const))(
  'a slide of %s',
  (_, template) => {
    it('sets few short points larger, in the optical middle of their room', async () => {
      const [few, usual] = [
        await places(slideOf('Light', FEW), template),
        await places(slideOf('Light', USUAL), template),
      ];
      expect(heightOf(few.of('Air')) / heightOf(usual.of('Air'))).toBeGreaterThan(1.2);
      const { top, bottom } = slideTextMarginsOf(SIZE);
      const isBanded = template.arrangement.kind === 'header';
      const from = isBanded ? few.of('Light').bottom : top;
      const above = (isBanded ? few.of('Air').top : Math.min(few.of('Light').top, few.of('Air').top)) - from;
      const below = SIZE.height - bottom - few.of('Sea').bottom;
      expect(above / (above + below)).toBeGreaterThan(0.3);
      expect(above / (above + below)).toBeLessThan(0.56);
    });

    it('breaks no figure, and keeps its unit next to it', async () => {
      const slide = slideOf('3,112 km', ['walked'], { layout: 'number' });
      const { written } = await measureSlide(slide, pictureDimensionsOfFormat('portrait', '480p'), template);
      const figure = written.find(({ text }) => text.startsWith('3,112'));
      if (!figure) throw new Error('the figure is not on the slide');
      const { left, right } = figure.ink;
      expect((right - left) / heightOf(figure.ink)).toBeGreaterThan(2);
    });

    it('sets many points in two columns, which hold about as much, before they get small', async () => {
      const { of } = await places(slideOf('Many', MANY), template);
      const [first, last] = [of(MANY[0] ?? ''), of(MANY[11] ?? '')];
      expect(last.left - first.left).toBeGreaterThan(SIZE.width / 4);
      expect(of(MANY[5] ?? '').left).toBeCloseTo(first.left, 0);
      expect(of(MANY[6] ?? '').left).toBeCloseTo(last.left, 0);
      expect(of(MANY[6] ?? '').top).toBeCloseTo(first.top, 0);
    });

    it('keeps a point and what is below it in one column', async () => {
      const levels = MANY.map((_, i) => ([0, 4, 9].includes(i) ? 0 : 1));
      const { of } = await places(slideOf('Many', MANY, { bullet_levels: levels }), template);
      const columnOf = (index: number): boolean => of(MANY[index] ?? '').left > of(MANY[0] ?? '').left + SIZE.width / 4;
      expect(columnOf(11)).toBe(true);
      for (const [index, level] of levels.entries()) if (level > 0) expect(columnOf(index)).toBe(columnOf(index - 1));
    });
  },
);
