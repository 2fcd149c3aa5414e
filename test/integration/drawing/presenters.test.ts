import sharp from 'sharp';
import { expect, it } from 'vitest';
import { DEFAULT_CAPTION_STYLE } from '#engine/video/captions/caption-style.ts';
import { createSlideMeasurer } from '#engine/video/drawing/paint/measure-slide-layout.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import type { PresenterLook } from '#engine/video/footage/presenter-look.ts';
import { requireBuiltInTemplate } from '#features/templates/public.ts';

const SIZE = { width: 640, height: 360 };
const TEMPLATE = requireBuiltInTemplate('plain');
const green = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#00c000' } })
  .png()
  .toBuffer();
const image = {
  ...{ bytes: new Uint8Array(green), width: 64, height: 36 },
  ...{ fit: 'cover' as const, focus: { x: 0.5, y: 0.5 } },
};
const slideWith = (look: PresenterLook) => ({
  ...{ title: 'A title', bullet_points: ['One', 'Two'], layout: 'bullets' as const, language: 'en', is_first: false },
  presenter: { image, look },
});
const isGreen = (rgba: Uint8Array, x: number, y: number): boolean => {
  const [red = 0, green = 0, blue = 0] = rgba.subarray((y * SIZE.width + x) * 4);
  return green > 150 && red < 60 && blue < 60;
};

it('pictures show a presenter in a circle, or next to the slide, which is laid out in the room that is left', async () => {
  const painter = await createSlideAndCaptionPainter();
  const corner = await painter.paint(slideWith({ place: 'top_right', shape: 'circle', size: 'large' }), SIZE, TEMPLATE);
  expect([isGreen(corner.rgba, 560, 78), isGreen(corner.rgba, 498, 16)]).toEqual([true, false]);
  const side = await painter.paint(slideWith({ place: 'side', shape: 'rect', size: 'large' }), SIZE, TEMPLATE);
  expect([isGreen(side.rgba, 400, 180), isGreen(side.rgba, 620, 20), isGreen(side.rgba, 370, 180)]).toEqual([
    ...[true, true, false],
  ]);
  const alone = await painter.paint(slideWith({ place: 'side', shape: 'rect', size: 'large' }), SIZE, TEMPLATE, {
    isAlone: true,
  });
  expect(isGreen(alone.rgba, 400, 180)).toBe(false);
});

it('a presenter in front of text is found, and none next to the slide', async () => {
  const measure = createSlideMeasurer();
  const covers = async (look: PresenterLook) => (await measure(slideWith(look), SIZE, TEMPLATE)).page?.isCovered;
  expect(await covers({ place: 'top_left', shape: 'rect', size: 'large' })).toBe(true);
  expect(await covers({ place: 'bottom_right', shape: 'circle', size: 'small' })).toBeUndefined();
  expect(await covers({ place: 'side', shape: 'rect', size: 'large' })).toBeUndefined();
});

it('a presenter that is above captions in the picture is looked for in front of text where it is drawn', async () => {
  const slide = slideWith({ place: 'bottom_left', shape: 'circle', size: 'small' });
  const captioned = DEFAULT_CAPTION_STYLE;
  const painter = await createSlideAndCaptionPainter();
  const { rgba } = await painter.paint(slide, SIZE, TEMPLATE, { captioned });
  const green = Array.from({ length: SIZE.height }, (_, y) => y).filter((y) => isGreen(rgba, 50, y));
  expect(Math.max(...green)).toBeLessThan(300);
  const measure = createSlideMeasurer();
  expect((await measure(slide, SIZE, TEMPLATE)).page?.isCovered).toBeUndefined();
  expect((await measure(slide, SIZE, TEMPLATE, { captioned })).page?.isCovered).toBe(true);
});
