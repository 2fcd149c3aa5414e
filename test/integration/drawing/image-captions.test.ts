import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CAPTION_STYLE } from '#engine/video/captions/caption-style.ts';
import type { DrawableImage, DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { captionArea } from '#engine/video/drawing/layout/caption-area.ts';
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
const LAYOUTS = ['image_left', 'image_right', 'image_full', 'figure'] as const;
const CASES = ASPECT_RATIO_NAMES.flatMap((format) => LAYOUTS.map((layout) => [format, layout] as const));
const CAPTION =
  'The lighthouse at Cape Lumen, seen from the boat in the summer of 1998, by Ines Oliveira of the coastal survey, Lisbon';

async function imageOf(width: number, height: number, color: string): Promise<DrawableImage> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();
  return { bytes, width, height, fit: 'cover', focus: { x: 0.5, y: 0.5 } };
}
const slideWith = (layout: DrawableSlide['layout'], image: DrawableImage): DrawableSlide => ({
  ...{
    title: 'The old light',
    bullet_points: layout === 'image_full' ? [] : ['Built in 1871', 'Still at work'],
    layout,
    image,
  },
  ...{ language: 'en', is_first: false },
});

/** The rows in which two pictures differ: the first and the last; undefined if they are equal. */
function rowsOfChange(one: RawPicture, other: RawPicture): [first: number, last: number] | undefined {
  const rows = Array.from({ length: one.height }, (_, y) => y).filter((y) => {
    const [from, to] = [4 * y * one.width, 4 * (y + 1) * one.width];
    return !Buffer.from(one.rgba.subarray(from, to)).equals(Buffer.from(other.rgba.subarray(from, to)));
  });
  const [first] = rows;
  return first === undefined ? undefined : [first, rows.at(-1) ?? first];
}

const quick = (format: AspectRatioName): PictureDimensions => {
  const { width, height } = pictureDimensionsOfFormat(format, '720p');
  return { width: 2 * Math.round(width / 4), height: 2 * Math.round(height / 4) };
};

describe('the caption of an image', () => {
  it.each(CASES)(
    'is drawn on %s slides in the layout %s, in every script, clear of captions of speech',
    async (format, layout) => {
      const image = await imageOf(800, 600, '#3a6ea5');
      const size = quick(format);
      for (const template of isWhole ? BUILT_IN_TEMPLATES : [requireBuiltInTemplate('plain')])
        for (const [caption, language] of [
          [CAPTION, 'en'],
          ['المنارة كما تُرى من القارب', 'ar'],
        ] as const) {
          const paint = (text: string | undefined) => {
            const slide = { ...slideWith(layout, { ...image, caption: text }), language };
            return painter.paint(slide, size, template, { captioned: DEFAULT_CAPTION_STYLE });
          };
          const [one, other] = [await paint(caption), await paint(caption.replaceAll(/[aا]/gu, 'o'))];
          const [, last] = rowsOfChange(one, other) ?? [];
          expect(last, template.id).toBeDefined();
          expect(last, template.id).toBeLessThan(
            size.height - captionArea(size, DEFAULT_CAPTION_STYLE).reserved.bottom,
          );
        }
    },
  );

  it('is not drawn on a picture of the whole slide', async () => {
    const image = { ...(await imageOf(800, 600, '#3a6ea5')), is_page: true as const };
    const size = quick('landscape');
    const paint = (caption: string | undefined) =>
      painter.paint(
        { ...slideWith('page', { ...image, caption }), title: '', bullet_points: [] },
        size,
        requireBuiltInTemplate('plain'),
      );
    expect(rowsOfChange(await paint(undefined), await paint(CAPTION))).toBeUndefined();
  });
});

/** The columns of the middle row that have the colour of the image. */
function columnsOf(picture: RawPicture, [red, green, blue]: readonly number[]): number[] {
  const y = Math.round(picture.height * 0.55);
  return Array.from({ length: picture.width }, (_, x) => x).filter((x) => {
    const at = 4 * (y * picture.width + x);
    const away = [red, green, blue].map((value = 0, i) => Math.abs(value - (picture.rgba[at + i] ?? 0)));
    return Math.max(...away) < 6;
  });
}

describe('a whole image', () => {
  it('is enlarged at most twice, by the same part of slides of all sizes', async () => {
    const image = { ...(await imageOf(120, 90, '#3a6ea5')), fit: 'contain' as const };
    for (const resolution of ['720p', '1080p'] as const) {
      const size = pictureDimensionsOfFormat('landscape', resolution);
      const slide = { ...slideWith('figure', image), bullet_points: [] };
      const width = columnsOf(await painter.paint(slide, size, requireBuiltInTemplate('plain')), [58, 110, 165]).length;
      expect(Math.abs(width - (240 * size.height) / 1080)).toBeLessThanOrEqual(4);
    }
  });

  it('has a line around it only where its ground is that of the slide', async () => {
    const template = requireBuiltInTemplate('minimal');
    const { background } = template.scenes.content.palette;
    const ground = [1, 3, 5].map((at) => Number.parseInt(background.slice(at, at + 2), 16));
    const size = pictureDimensionsOfFormat('landscape', '720p');
    const inkOf = async (color: string): Promise<number> => {
      const image = { ...(await imageOf(800, 600, color)), fit: 'contain' as const };
      const slide = { ...slideWith('figure', image), bullet_points: [] };
      return size.width - columnsOf(await painter.paint(slide, size, template), ground).length;
    };
    expect(await inkOf(background)).toBe(2);
    const dark = await inkOf('#101820');
    expect(dark % 2).toBe(0);
    expect(dark).toBeGreaterThan(200);
  });
});
