import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { contrastRatio } from '#engine/video/drawing/contrast.ts';
import type { DrawableImage, DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { slidePictureKey } from '#engine/video/drawing/slide-picture-key.ts';
import type { PictureDimensions } from '#engine/video/format.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { designOfCustomTemplate } from '#features/templates/custom-template.ts';

/** Black, white and pure green in thirds from the left: three lumas that a treatment maps. */
const STRIPES = ['#000000', '#ffffff', '#00ff00'] as const;
const SIDE = 300;
const bytes = await sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: STRIPES[0] } })
  .composite(
    STRIPES.map((background, i) => ({
      input: { create: { width: SIDE / 3, height: SIDE, channels: 3, background } },
      left: (i * SIDE) / 3,
      top: 0,
    })),
  )
  .png()
  .toBuffer();
const image: DrawableImage = { bytes, width: SIDE, height: SIDE, fit: 'contain', focus: { x: 0.5, y: 0.5 } };
const painter = await createSlideAndCaptionPainter();
const SIZES = [
  ['landscape', { width: 640, height: 360 }],
  ['portrait', { width: 360, height: 640 }],
] as const;

const slideWith = (layout: DrawableSlide['layout'], shown: DrawableImage, also?: DrawableImage): DrawableSlide => ({
  ...{ title: 'Tides', bullet_points: layout === 'gallery' ? [] : ['High', 'Low'], layout, language: 'en' },
  ...{ is_first: false, image: shown, images: also && [also] },
});
const look = (image_treatment?: 'none' | 'tint' | 'duotone', base = 'plain', colors = {}) =>
  designOfCustomTemplate({ base, colors, fonts: {}, logo_place: 'top_right', image_treatment });

const rgb = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** The number of pixels of a picture in exactly this colour. */
function count(rgba: Uint8Array, color: string): number {
  const [red, green, blue] = rgb(color);
  let found = 0;
  for (let at = 0; at < rgba.length; at += 4)
    found += Number(rgba[at] === red && rgba[at + 1] === green && rgba[at + 2] === blue);
  return found;
}
const painted = async (slide: DrawableSlide, size: PictureDimensions, template = look('duotone')) =>
  (await painter.paint(slide, size, template)).rgba;

/** The ends of the duotone of a template. */
function endsOf(template = look('duotone')): { dark: string; light: string } {
  if (template.photographs?.kind !== 'duotone') throw new Error('no duotone');
  return template.photographs;
}
/** More pixels than a letter or an ornament has. */
const MANY = 500;
const GREEN = '#00ff00';

describe.each(SIZES)('photographs in %s', (_, size) => {
  it('are drawn between two colours of the template', async () => {
    const { dark, light } = endsOf();
    const rgba = await painted(slideWith('image_right', image), size);
    const share = 0.7152;
    const middle = rgb(dark).map((from, i) => {
      const step = (rgb(light)[i] ?? 0) - from;
      return Math.round(from + (step * Math.round(255 * share)) / 255);
    });
    const green = `#${middle.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
    for (const color of [dark, light, green]) expect(count(rgba, color)).toBeGreaterThan(MANY);
    expect(count(rgba, GREEN)).toBe(0);
  });

  it('are multiplied by a tint', async () => {
    const template = look('tint');
    if (template.photographs?.kind !== 'tint') throw new Error('no tint');
    const { color } = template.photographs;
    const rgba = await painted(slideWith('image_right', image), size, template);
    const green = `#00${rgb(color)[1]?.toString(16).padStart(2, '0') ?? ''}00`;
    expect(count(rgba, color)).toBeGreaterThan(MANY);
    expect(count(rgba, green)).toBeGreaterThan(MANY);
    expect(contrastRatio(color, '#ffffff')).toBeLessThan(1.61);
  });

  it('of a gallery are treated one by one, and figures are not', async () => {
    const rgba = await painted(slideWith('gallery', image, { ...image, is_figure: true }), size);
    expect(count(rgba, endsOf().dark)).toBeGreaterThan(MANY);
    expect(count(rgba, GREEN)).toBeGreaterThan(MANY);
  });

  it.each([
    ['a figure', slideWith('image_right', { ...image, is_figure: true })],
    ['a picture of the whole slide', slideWith('image_full', { ...image, is_page: true })],
    ['the screen of a device', slideWith('device', image)],
    ['the layout figure', slideWith('figure', image)],
  ])('keep their colours: %s', async (_name, slide) => {
    expect(count(await painted(slide, size), GREEN)).toBeGreaterThan(MANY);
  });

  it('move in the same colours', async () => {
    const layers = await painter.paintLayers(slideWith('image_background', image), size, look('duotone'));
    const rgba = layers?.image.rgba ?? new Uint8Array();
    expect(count(rgba, endsOf().dark)).toBeGreaterThan(MANY);
    expect(count(rgba, GREEN)).toBe(0);
  });
});

it('the transparent part of a photograph gets the colour of the panel, untreated', async () => {
  const clear = await sharp({ create: { width: SIDE, height: SIDE, channels: 4, background: '#00ff0000' } })
    .png()
    .toBuffer();
  const rgba = await painted(slideWith('image_right', { ...image, bytes: clear }), SIZES[0][1]);
  const { panel } = look('duotone').scenes.content.palette;
  expect(count(rgba, panel)).toBeGreaterThan(SIDE * MANY * 0.1);
});

it('a figure has another key than a photograph of the same bytes only where photographs are treated', () => {
  const named = { ...image, sha256: 'a', bytes: undefined };
  const key = (template: ReturnType<typeof look>, is_figure?: true) =>
    slidePictureKey(
      {
        ...slideWith('image_right', image),
        ...{ images: undefined, item_images: undefined, presenter: undefined, image: { ...named, is_figure } },
      },
      SIZES[0][1],
      template,
    );
  expect(key(look('duotone'), true)).not.toBe(key(look('duotone')));
  expect(key(look('none'), true)).toBe(key(look('none')));
  expect(key(look())).toBe(key(look('none')));
});

it('a custom template has the treatment of its base until it has its own', () => {
  expect(look(undefined, 'gazette').photographs).toEqual(requireBuiltInTemplate('gazette').photographs);
  expect(look('none', 'gazette').photographs).toBeUndefined();
  expect(look('tint', 'gazette').photographs?.kind).toBe('tint');
});

it.each([
  ['gazette', { background: '#101820', text: '#fefefe' }],
  ['poster', { accent: '#ffe600', background: '#ffffff' }],
  ['neon', {}],
  ['plain', { accent: '#808080', background: '#7f7f7f' }],
])('the ends of a duotone on %s keep the contrast of photographs', (base, colors) => {
  const { dark, light } = endsOf(look('duotone', base, colors));
  expect(contrastRatio(dark, light)).toBeGreaterThanOrEqual(9);
  expect(contrastRatio(dark, '#000000')).toBeLessThan(contrastRatio(light, '#000000'));
});
