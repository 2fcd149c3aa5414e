import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { contrastRatio } from '#engine/video/drawing/contrast.ts';
import type { DrawableImage, DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { createSlideMeasurer } from '#engine/video/drawing/paint/measure-slide-layout.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import {
  ASPECT_RATIO_NAMES,
  type AspectRatioName,
  type PictureDimensions,
  pictureDimensionsOfFormat,
} from '#engine/video/format.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import { BUILT_IN_TEMPLATES, requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { isWhole } from '#test/support/depth.ts';

const painter = await createSlideAndCaptionPainter();
const measure = createSlideMeasurer();
const TEMPLATES_TRIED = isWhole ? BUILT_IN_TEMPLATES : [requireBuiltInTemplate('plain')];

/** Colours that no template has, one for each picture. */
const COLORS = ['#e6194b', '#3cb44b', '#4363d8', '#f58231', '#911eb4', '#42d4f4'] as const;
const EDGE = '#01fe02';

/** A picture of one colour; a figure has a border of another one, which is seen on all sides where it is whole. */
async function pictureOf(
  color: string,
  width: number,
  height: number,
  { isFigure = false, caption }: { isFigure?: boolean; caption?: string } = {},
): Promise<DrawableImage> {
  const border = Math.round(0.06 * Math.min(width, height));
  const inner = sharp({
    create: { width: width - 2 * border, height: height - 2 * border, channels: 3, background: color },
  });
  const bytes = isFigure
    ? await inner
        .extend({ top: border, bottom: border, left: border, right: border, background: EDGE })
        .png()
        .toBuffer()
    : await sharp({ create: { width, height, channels: 3, background: color } })
        .png()
        .toBuffer();
  const shown = { bytes, width, height, focus: { x: 0.5, y: 0.5 }, caption };
  return isFigure ? { ...shown, fit: 'contain', is_figure: true } : { ...shown, fit: 'cover' };
}

const slideWith = (over: Partial<DrawableSlide>): DrawableSlide => ({
  ...{ title: 'Then and now', bullet_points: [], layout: 'auto', language: 'en', is_first: false },
  ...over,
});

/** A quarter of the pixels of 720p. */
const quick = (format: AspectRatioName): PictureDimensions => {
  const { width, height } = pictureDimensionsOfFormat(format, '720p');
  return { width: 2 * Math.round(width / 4), height: 2 * Math.round(height / 4) };
};

/** The box around all pixels of about a colour, and their number. */
function boxOfColor({ rgba, width, height }: RawPicture, color: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const box = { left: width, top: height, right: -1, bottom: -1, count: 0 };
  for (let at = 0; at < rgba.length; at += 4) {
    const far = Math.max(
      Math.abs((rgba[at] ?? 0) - red),
      Math.abs((rgba[at + 1] ?? 0) - green),
      Math.abs((rgba[at + 2] ?? 0) - blue),
    );
    if (far > 6) continue;
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
    box.count++;
  }
  return box;
}
type Box = ReturnType<typeof boxOfColor>;
const meet = (one: Box, other: Box): boolean =>
  one.left <= other.right && other.left <= one.right && one.top <= other.bottom && other.top <= one.bottom;

const SHAPES = [
  [1600, 900],
  [600, 900],
  [800, 800],
  [1600, 400],
  [900, 600],
  [700, 1200],
] as const;

/** A slide with pictures of all shapes; every second one is a figure. */
async function galleryOf(count: number, caption?: string): Promise<DrawableSlide> {
  const [image, ...images] = await Promise.all(
    SHAPES.slice(0, count).map(([width, height], i) =>
      pictureOf(COLORS[i] ?? '', width, height, { isFigure: i % 2 === 1, caption: caption && `${caption} ${i + 1}` }),
    ),
  );
  return slideWith({ image, images });
}

describe('a gallery', () => {
  it.each(ASPECT_RATIO_NAMES)('shows every picture, figures whole, none over another, on %s slides', async (format) => {
    const size = quick(format);
    for (const template of TEMPLATES_TRIED)
      for (const count of isWhole ? [2, 3, 4, 5, 6] : [5])
        for (const language of isWhole || format === 'portrait' ? ['en', 'ar'] : ['en']) {
          const slide = { ...(await galleryOf(count, language === 'en' ? 'View' : 'منظر')), language };
          const picture = await painter.paint(slide, size, template);
          const name = `${template.id} ${count} ${language}`;
          const boxes = COLORS.slice(0, count).map((color) => boxOfColor(picture, color));
          for (const [i, box] of boxes.entries()) {
            expect(box.count, `${name}: ${i}`).toBeGreaterThan((size.width * size.height) / 800);
            for (const other of boxes.slice(i + 1)) expect(meet(box, other), `${name}: ${i}`).toBe(false);
            if (i % 2 === 0) continue;
            // Within its border, a figure has the aspect ratio of its inner part.
            const [width = 1, height = 1] = SHAPES[i] ?? [];
            const border = 2 * Math.round(0.06 * Math.min(width, height));
            const ratio = (box.right - box.left + 1) / (box.bottom - box.top + 1);
            // Small pictures are rounded to even pixels.
            const rounding = 6 / Math.min(box.right - box.left, box.bottom - box.top);
            expect(Math.abs(ratio / ((width - border) / (height - border)) - 1), `${name}: ${i}`).toBeLessThan(
              rounding,
            );
          }
          const { layout, page, fits } = await measure(slide, size, template);
          // A caption under one of six pictures of such shapes may need more lines than there is room for.
          const isCut = count < 6 && fits.some(({ cut }) => cut);
          expect([layout, page?.hasOverlap, isCut], name).toEqual(['gallery', false, false]);
        }
  });

  it('shows its pictures one by one in a build, in the direction of the language', async () => {
    const size = quick('landscape');
    for (const language of ['en', 'ar']) {
      const slide = { ...(await galleryOf(3)), language, title: language === 'en' ? 'Then' : 'قديما' };
      for (const revealed of [0, 1, 2, 3]) {
        const picture = await painter.paint(slide, size, requireBuiltInTemplate('plain'), { revealed });
        const boxes = COLORS.slice(0, 3).map((color) => boxOfColor(picture, color));
        expect(boxes.map(({ count }) => count > 0)).toEqual([0, 1, 2].map((i) => i < revealed));
        const [first, second] = boxes;
        if (revealed > 1) expect((first?.left ?? 0) < (second?.left ?? 0)).toBe(language === 'en');
      }
    }
  });

  it('has round corners only where all of its pictures have them', async () => {
    const size = quick('landscape');
    const rounded = requireBuiltInTemplate('sunrise');
    expect(rounded.image.radius).toBeGreaterThan(0);
    const image = await pictureOf(COLORS[0], 1600, 900);
    const corners = await Promise.all(
      [false, true].map(async (isFigure) => {
        const images = [await pictureOf(COLORS[1], 1200, 900, { isFigure })];
        const { rgba, width } = await painter.paint(slideWith({ image, images }), size, {
          ...rounded,
          photographs: undefined,
        });
        const { left, top } = boxOfColor({ ...size, rgba }, COLORS[0]);
        return Buffer.from(rgba.subarray((top * width + left) * 4, (top * width + left) * 4 + 3)).toString('hex');
      }),
    );
    expect(corners.map((color) => `#${color}` === COLORS[0])).toEqual([false, true]);
  });

  it('shows two photographs equally large', async () => {
    const image = await pictureOf(COLORS[0], 1600, 900);
    const images = [await pictureOf(COLORS[1], 1000, 900)];
    const picture = await painter.paint(
      slideWith({ image, images }),
      quick('landscape'),
      requireBuiltInTemplate('plain'),
    );
    const [one, other] = [COLORS[0], COLORS[1]].map((color) => boxOfColor(picture, color));
    const widthOf = (box: Box | undefined) => (box ? box.right - box.left : 0);
    expect(Math.abs(widthOf(one) - widthOf(other))).toBeLessThanOrEqual(2);
    expect(one?.top).toBe(other?.top);
  });
});

describe('pictures of items', () => {
  it.each(ASPECT_RATIO_NAMES)('are on cards, and in circles for people, on %s slides', async (format) => {
    const size = quick(format);
    const images = await Promise.all(COLORS.slice(0, 3).map((color) => pictureOf(color, 800, 600)));
    const items = ['Ida Berg', 'Tom Hale', 'Rosa Lind'].map((title) => ({ title, text: 'Maps' }));
    for (const template of TEMPLATES_TRIED)
      for (const layout of isWhole ? (['cards', 'team', 'process'] as const) : (['cards', 'team'] as const)) {
        const slide = slideWith({ layout, items, item_images: images });
        const picture = await painter.paint(slide, size, template);
        const boxes = COLORS.slice(0, 3).map((color) => boxOfColor(picture, color));
        for (const [i, box] of boxes.entries()) {
          const name = `${template.id} ${layout} ${i}`;
          const area = (box.right - box.left + 1) * (box.bottom - box.top + 1);
          expect(box.count, name).toBeGreaterThan(150);
          // A circle fills π/4 of the square around it.
          if (layout !== 'cards') expect(Math.abs(box.count / area - Math.PI / 4), name).toBeLessThan(0.06);
          // A card without room for a picture across its top shows it in a circle.
          else expect(box.count / area, name).toBeGreaterThan(0.7);
          for (const other of boxes.slice(i + 1)) expect(meet(box, other), name).toBe(false);
        }
        const { fits, page } = await measure(slide, size, template);
        expect([fits.some(({ cut }) => cut), page?.hasOverlap], `${template.id} ${layout}`).toEqual([false, false]);
      }
  });

  it('are only visible with their items in a build', async () => {
    const images = await Promise.all(COLORS.slice(0, 2).map((color) => pictureOf(color, 800, 600)));
    const slide = slideWith({ layout: 'cards', items: [{ title: 'One' }, { title: 'Two' }], item_images: images });
    const picture = await painter.paint(slide, quick('landscape'), requireBuiltInTemplate('plain'), { revealed: 1 });
    expect(COLORS.slice(0, 2).map((color) => boxOfColor(picture, color).count > 0)).toEqual([true, false]);
  });
});

describe('text over an image', () => {
  const GROUNDS = isWhole ? ['#ffffff', '#f4e04d', '#7f7f7f', '#0a0a12'] : ['#ffffff', '#0a0a12'];
  it.each(ASPECT_RATIO_NAMES)(
    'has a contrast of 4.5 : 1 to the shaded pixels on %s slides, with as little shade as that needs',
    async (format) => {
      const size = quick(format);
      for (const template of TEMPLATES_TRIED) {
        const { palette } = template.scenes.image;
        const shades: number[] = [];
        for (const ground of GROUNDS) {
          const image = await pictureOf(ground, 1600, 1200);
          const slide = slideWith({
            layout: 'image_background',
            bullet_points: ['Tell someone', 'Read the sky'],
            image,
          });
          const { rgba, width, height } = await painter.paint(slide, size, template);
          // The most frequent colour next to the text is that of the shaded image.
          const counts = new Map<string, number>();
          const [from, to] = [Math.round(0.55 * height), Math.round(0.8 * height)];
          for (let y = from; y < to; y++)
            for (let x = Math.round(0.1 * width); x < Math.round(0.5 * width); x++) {
              const at = (y * width + x) * 4;
              const key = `#${Buffer.from(rgba.subarray(at, at + 3)).toString('hex')}`;
              counts.set(key, (counts.get(key) ?? 0) + 1);
            }
          const [[shaded = ''] = []] = [...counts].sort((a, b) => b[1] - a[1]);
          const contrast = Math.min(
            ...[palette.text, palette.heading ?? palette.text].map((ink) => contrastRatio(ink, shaded)),
          );
          expect(contrast, `${template.id} ${ground} ${shaded}`).toBeGreaterThanOrEqual(4.5);
          shades.push(contrast);
          // A ground that is readable as it is stays as it is.
          if (contrastRatio(palette.text, ground) > 6 && contrastRatio(palette.heading ?? palette.text, ground) > 6)
            expect(shaded, template.id).toBe(ground);
        }
        // No more shade than needed: the worst ground is not darker than it must be.
        expect(Math.min(...shades), template.id).toBeLessThan(8);
      }
    },
  );
});

it.each([
  ['landscape', { x: 0.04, y: 0.5 }],
  ['landscape', { x: 0.96, y: 0.5 }],
  ['portrait', { x: 0.5, y: 0.8 }],
  ['portrait', { x: 0.5, y: 0.2 }],
] as const)('the shade of text over an image fades out towards its focus: %s, %j', async (format, focus) => {
  const size = quick(format);
  const image = { ...(await pictureOf('#ffffff', size.width, size.height)), focus };
  const slide = slideWith({ layout: 'image_background', bullet_points: ['Tell someone'], image });
  const { rgba } = await painter.paint(slide, size, requireBuiltInTemplate('midnight'));
  const pixel = (x: number, y: number): number =>
    rgba[4 * (Math.round(y * size.height) * size.width + Math.round(x * size.width))] ?? 0;
  expect(pixel(focus.x, focus.y)).toBeGreaterThan(240);
  const across = format === 'landscape';
  expect(pixel(across ? 1 - focus.x : 0.03, across ? 0.03 : 1 - focus.y)).toBeLessThan(160);
});

/** Devices, with the width and height of the screenshots that they show. */
const DEVICES = [
  ['browser', 1280, 800],
  ['phone', 780, 1600],
  ['laptop', 1280, 800],
  ['phone', 1600, 780],
  ['laptop', 600, 1200],
] as const;

describe('a device', () => {
  it.each(ASPECT_RATIO_NAMES)(
    'shows the whole screenshot on its screen, next to the text, on %s slides',
    async (format) => {
      const size = quick(format);
      for (const template of TEMPLATES_TRIED)
        for (const [device_kind, width, height] of isWhole ? DEVICES : DEVICES.slice(0, 2)) {
          const image = await pictureOf(COLORS[2], width, height, { isFigure: true, caption: 'The start page' });
          const slide = slideWith({ layout: 'device', device_kind, image, bullet_points: ['Works without a network'] });
          const picture = await painter.paint(slide, size, template);
          const name = `${template.id} ${device_kind} ${width}`;
          const [inner, edge] = [boxOfColor(picture, COLORS[2]), boxOfColor(picture, EDGE)];
          expect(inner.count, name).toBeGreaterThan(300);
          // The border is around the inner part on all four sides.
          expect(
            [edge.left < inner.left, edge.right > inner.right, edge.top < inner.top, edge.bottom > inner.bottom],
            name,
          ).toEqual([true, true, true, true]);
          const { page, fits, layout } = await measure(slide, size, template);
          expect([layout, page?.hasOverlap, fits.some(({ cut }) => cut)], name).toEqual(['device', false, false]);
        }
    },
  );

  it.each(['landscape', 'portrait'] as const)(
    'has what a screenshot leaves free in the colour of its edges: %s',
    async (format) => {
      const template = requireBuiltInTemplate('plain');
      const image = await pictureOf(COLORS[2], 1000, 1000, { isFigure: true });
      for (const device_kind of ['phone', 'laptop'] as const) {
        const slide = slideWith({ layout: 'device', device_kind, image, bullet_points: ['Works without a network'] });
        const picture = await painter.paint(slide, quick(format), template);
        const [inner, edge] = [boxOfColor(picture, COLORS[2]), boxOfColor(picture, EDGE)];
        const screen = (edge.right - edge.left + 1) / (edge.bottom - edge.top + 1);
        // The screenshot is a square.
        expect(Math.abs(inner.right - inner.left - (inner.bottom - inner.top))).toBeLessThan(3);
        if (device_kind === 'phone') expect(Math.abs(screen - 9 / 16)).toBeLessThan(0.03);
        else expect(screen).toBeGreaterThan(1.2);
        const middle = (start: number, end: number): number => (start + end) / 2;
        expect(Math.abs(middle(inner.left, inner.right) - middle(edge.left, edge.right))).toBeLessThan(2);
        expect(Math.abs(middle(inner.top, inner.bottom) - middle(edge.top, edge.bottom))).toBeLessThan(2);
      }
    },
  );
});
