import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { contrastRatio } from '#engine/video/drawing/contrast.ts';
import type { SlideTemplate } from '#engine/video/drawing/design.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { ASPECT_RATIO_NAMES, type AspectRatioName, pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { BUILT_IN_TEMPLATES, requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { isTried } from '#test/support/depth.ts';
import { collide } from '#test/support/drawing/collisions.ts';
import { measureSlide } from '#test/support/drawing/measure-slide.ts';

const painter = await createSlideAndCaptionPainter();
const plain = requireBuiltInTemplate('plain');
const BARE = { language: 'en', is_first: false, bullet_points: [], markup: 'inline' } as const;
const STATEMENT: DrawableSlide = { ...BARE, layout: 'statement', title: 'The moon **pulls the water** twice a day.' };
const CLOSING: DrawableSlide = {
  ...BARE,
  layout: 'closing',
  title: 'Thank you',
  bullet_points: ['anna@example.com', 'example.com/tides', '+49 30 1234567'],
};

const small = (format: AspectRatioName) => pictureDimensionsOfFormat(format, '480p');

/** The number of pixels of a colour, or nearly: letters have soft edges. */
async function countOf(slide: DrawableSlide, template: SlideTemplate, color: string): Promise<number> {
  const { rgba } = await painter.paint(slide, small('landscape'), template);
  const wanted = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  let count = 0;
  for (let at = 0; at < rgba.length; at += 4)
    if (wanted.every((value, i) => Math.abs(value - (rgba[at + i] ?? 0)) < 6)) count++;
  return count;
}

describe.each(BUILT_IN_TEMPLATES.filter((_, i) => isTried(i, 4)))('in $id', (template) => {
  it.each(ASPECT_RATIO_NAMES)(
    'the texts of statements and last pages are on the page, apart and whole: %s',
    async (format) => {
      const { width, height } = small(format);
      for (const slide of [STATEMENT, CLOSING]) {
        const { written } = await measureSlide(slide, { width, height }, template);
        expect(written.map(({ text }) => text).join(' ')).toContain(slide.title.slice(0, 8));
        expect(written).toHaveLength(1 + slide.bullet_points.length);
        for (const [i, one] of written.entries()) {
          expect(Math.min(one.ink.left, one.ink.top, width - one.ink.right, height - one.ink.bottom)).toBeGreaterThan(
            8,
          );
          for (const other of written.slice(i + 1)) expect(collide(one, other)).toBe(false);
        }
      }
    },
  );

  it('has the marked words of a statement in its accent', async () => {
    const { accent, text, heading = text, background } = template.scenes.statement.palette;
    expect(contrastRatio(accent, background)).toBeGreaterThan(3);
    const without = await countOf({ ...STATEMENT, markup: 'none' }, template, accent);
    expect((await countOf(STATEMENT, template, accent)) - without).toBeGreaterThan(500);
    expect(await countOf(STATEMENT, template, heading)).toBeGreaterThan(500);
  });

  it('draws the last page unlike titles and sections', async () => {
    const pictures = await Promise.all(
      (['title', 'section', 'closing'] as const).map(async (layout) => {
        const slide = { ...CLOSING, layout, title: '.', bullet_points: [] };
        return Buffer.from((await painter.paint(slide, small('landscape'), template)).rgba);
      }),
    );
    const [title, section, closing] = pictures.map((rgba) => rgba.toString('base64'));
    expect(closing).not.toBe(title);
    expect(closing).not.toBe(section);
  });
});

it.each(['closing', 'title', 'section'] as const)(
  'breaks no short word of a very large heading: %s',
  async (layout) => {
    for (const id of ['poster', 'gazette']) {
      const boxOf = async (title: string) => {
        const { written } = await measureSlide(
          { ...CLOSING, layout, title },
          small('portrait'),
          requireBuiltInTemplate(id),
        );
        const { left, right, top, bottom } = written[0]?.ink ?? { left: 0, right: 0, top: 0, bottom: 0 };
        return { width: right - left, height: bottom - top };
      };
      const [both, first] = [await boxOf('Thank you'), await boxOf('Thank')];
      // Two lines, of which the wider one is the first word, whole.
      expect(both.width / first.width).toBeCloseTo(both.height / 2 / first.height, 1);
    }
  },
);

it('shows the points of a last page one by one', async () => {
  const shown = async (revealed: number) =>
    (await measureSlide(CLOSING, small('landscape'), plain, { revealed })).written.length;
  expect(await Promise.all([0, 1, 2, 3].map(shown))).toEqual([1, 2, 3, 4]);
});

it('sets a last page from the right in a language that is read from the right', async () => {
  const size = small('landscape');
  const arabic = { ...CLOSING, language: 'ar', title: 'شكرا لكم', bullet_points: ['أسئلة'] };
  const { written } = await measureSlide(arabic, size, plain);
  for (const { ink } of written) expect(ink.right).toBeGreaterThan(size.width * 0.85);
});

it('shows the image of a last page and of a statement', async () => {
  const color = '#00c853';
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: color } })
    .png()
    .toBuffer();
  const image = { bytes, width: 40, height: 40, fit: 'cover', focus: { x: 0.5, y: 0.5 } } as const;
  for (const slide of [STATEMENT, CLOSING])
    expect(await countOf({ ...slide, image }, plain, color)).toBeGreaterThan(20_000);
});

it('reads a statement from the only point of a slide without a title', async () => {
  const { title } = STATEMENT;
  const asPoint = { ...STATEMENT, title: '', bullet_points: [title] };
  const [one, other] = await Promise.all(
    [STATEMENT, asPoint].map((slide) => painter.paint(slide, small('square'), plain)),
  );
  expect(Buffer.compare(Buffer.from(one?.rgba ?? []), Buffer.from(other?.rgba ?? []))).toBe(0);
});

it('breaks no line within the marked words of a statement where the lines may end next to them', async () => {
  const gazette = requireBuiltInTemplate('gazette');
  const size = small('landscape');
  const slide = { ...STATEMENT, title: 'A light that **no one sees** is still a promise.' };
  const [{ written }, { rgba }] = await Promise.all([
    measureSlide(slide, size, gazette),
    painter.paint(slide, size, gazette),
  ]);
  const accent = Buffer.from(gazette.scenes.statement.palette.accent.slice(1), 'hex');
  const rows = Array.from({ length: size.height }, (_, y) => y).filter((y) => {
    for (let at = y * size.width * 4; at < (y + 1) * size.width * 4; at += 4)
      if (accent.equals(rgba.subarray(at, at + 3))) return true;
    return false;
  });
  const { top, bottom } = written[0]?.ink ?? { top: 0, bottom: 0 };
  expect(rows.length).toBeGreaterThan(10);
  // The marked words have one of three lines.
  expect(Math.max(...rows) - Math.min(...rows)).toBeLessThan((bottom - top) / 2.5);
});
