import sharp from 'sharp';
import { expect, it } from 'vitest';
import { LOGO_PLACES, type LOGO_SLIDES } from '#engine/video/drawing/design.ts';
import type { DrawableImage } from '#engine/video/drawing/drawable-slide.ts';
import { chooseLayout } from '#engine/video/drawing/layout/choose-layout.ts';
import { isLogoOverImage, logoBox } from '#engine/video/drawing/layout/logo-box.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { ASPECT_RATIO_NAMES, pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
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

it('a logo is over a photograph next to text where their boxes overlap, in every format and reading direction', async () => {
  const plain = requireBuiltInTemplate('plain');
  const photograph: DrawableImage = {
    bytes: new Uint8Array(),
    width: 1600,
    height: 900,
    fit: 'cover',
    focus: { x: 0.5, y: 0.5 },
  };
  const wide = { sha256: 'a', file: 'logo.png', width: 900, height: 100 };
  const cases = ASPECT_RATIO_NAMES.flatMap((format) =>
    (['image_left', 'image_right'] as const).flatMap((layout) =>
      (['ltr', 'rtl'] as const).map((direction) => ({
        size: pictureDimensionsOfFormat(format, '480p'),
        layout,
        direction,
      })),
    ),
  );
  const found = new Set<boolean>();
  for (const { size: room, layout, direction } of cases) {
    const title = direction === 'rtl' ? 'مد' : 'Tides';
    const slide = { title, bullet_points: ['a', 'b'], layout, language: 'en', is_first: false, image: photograph };
    const image = await painter.zoomRoom(slide, room, plain);
    if (!image) throw new Error('the photograph is at the edges of the slide');
    for (const place of LOGO_PLACES) {
      const box = logoBox({ ...wide, place }, room);
      const overlaps =
        box.x < image.x + image.width &&
        image.x < box.x + box.width &&
        box.y < image.y + image.height &&
        image.y < box.y + box.height;
      const is = isLogoOverImage({ ...wide, place }, chooseLayout(slide, room), direction);
      expect(is, `${room.width}x${room.height} ${layout} ${direction} ${place}`).toBe(overlaps);
      found.add(is);
    }
  }
  expect(found.size).toBe(2);
});
