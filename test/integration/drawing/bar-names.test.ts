import { expect, it } from 'vitest';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';
import { isTried } from '#test/support/depth.ts';
import { collide } from '#test/support/drawing/collisions.ts';
import { measureSlide } from '#test/support/drawing/measure-slide.ts';

const NAMES = [
  ...['Germany', 'France', 'Italy', 'Spain', 'Poland', 'Romania', 'Netherlands', 'Belgium', 'Czechia', 'Sweden'],
  ...['Portugal', 'Greece', 'Hungary', 'Austria', 'Bulgaria', 'Denmark', 'Finland', 'Slovakia', 'Ireland', 'Croatia'],
  ...['Lithuania', 'Slovenia', 'Latvia', 'Estonia'],
];

it('24 bars have all their names and values, which do not touch', async () => {
  const values = NAMES.map((_, i) => 1000 + 37 * i);
  const slide: DrawableSlide = {
    ...{ language: 'en', is_first: false, bullet_points: [], slide_number: 3, layout: 'auto', title: 'Sales' },
    chart: { type: 'bar', categories: NAMES, series: [{ name: 'Sales', values }] },
  };
  const templates = BUILT_IN_TEMPLATES.filter(({ id }, i) => id === 'corporate' || isTried(i, 6));
  for (const template of templates) {
    const { written } = await measureSlide(slide, pictureDimensionsOfFormat('landscape', '720p'), template);
    const texts = written.map(({ text }) => text);
    for (const name of NAMES) expect(texts, template.id).toContain(name);
    for (const [i, one] of written.entries())
      for (const other of written.slice(i + 1))
        expect(collide(one, other), `${template.id}: ${one.text} over ${other.text}`).toBe(false);
  }
});
