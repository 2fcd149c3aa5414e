import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { LOGO_SLIDES } from '#engine/video/drawing/design.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { designOfCustomTemplate } from '#features/templates/custom-template.ts';

const RED = [255, 0, 0] as const;
const logo = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#ff0000' } })
  .png()
  .toBuffer();
const painter = await createSlideAndCaptionPainter(() => Promise.resolve(logo));
const size = { width: 640, height: 360 };
const file = {
  key: 'logo.png',
  sha256: 'a',
  width: 300,
  height: 100,
  content_type: 'image/png',
  size_bytes: 1,
} as const;

/** Reports whether a slide in this layout shows the logo. */
async function showsLogo(layout: 'title' | 'closing' | 'bullets', logo_on: (typeof LOGO_SLIDES)[number] | undefined) {
  const template = designOfCustomTemplate({
    base: 'plain',
    colors: {},
    fonts: {},
    logo: file,
    logo_place: 'top_right',
    logo_on,
  });
  const slide = { title: 'Tides', bullet_points: ['High', 'Low'], layout, language: 'en', is_first: false };
  const { rgba } = await painter.paint(slide, size, template);
  for (let at = 0; at < rgba.length; at += 4) if (RED.every((value, i) => rgba[at + i] === value)) return true;
  return false;
}

it.each([
  [undefined, true, true],
  ['all', true, true],
  ['title', true, false],
  ['none', false, false],
] as const)('a logo on %s slides is on a title and a last page: %s, on a list: %s', async (on, title, list) => {
  const shown = await Promise.all((['title', 'closing', 'bullets'] as const).map((layout) => showsLogo(layout, on)));
  expect(shown).toEqual([title, title, list]);
});
