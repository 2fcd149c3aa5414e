import { describe, expect, it } from 'vitest';
import type { DrawableTable, TableSpan } from '#engine/video/drawing/drawable-table.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { ASPECT_RATIO_NAMES, type AspectRatioName, pictureDimensionsOfFormat } from '#engine/video/format.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { measureSlide } from '#test/support/drawing/measure-slide.ts';

const painter = await createSlideAndCaptionPainter();
// A template with lines between the rows.
const lined = requireBuiltInTemplate('editorial');
const plain = requireBuiltInTemplate('plain');

const slideOf = (table: DrawableTable, title = 'Table') => ({
  ...{ title, bullet_points: [], layout: 'table' as const, language: 'en', is_first: false, markup: 'inline' as const },
  table,
});
const drawn = (
  table: DrawableTable,
  format: AspectRatioName = 'landscape',
  template = lined,
  title?: string,
): Promise<RawPicture> => painter.paint(slideOf(table, title), pictureDimensionsOfFormat(format, '480p'), template);

/** Heights at which a picture has one colour other than that of its ground, from one place to another: rows of a line. */
function linesBetween({ rgba, width, height }: RawPicture, from: number, to: number): number[] {
  const same = (one: number, other: number): boolean =>
    [0, 1, 2].every((part) => Math.abs((rgba[one + part] ?? 0) - (rgba[other + part] ?? 0)) < 3);
  const rows = Array.from({ length: height }, (_, y) => y).filter((y) => {
    const at = (x: number): number => 4 * (y * width + x);
    const first = at(from);
    if (same(first, 0)) return false;
    return Array.from({ length: to - from }, (_, i) => at(from + i)).every((place) => same(place, first));
  });
  return rows.filter((y) => !rows.includes(y - 1));
}

const rows = [
  ['One', 'a', '1'],
  ['', 'b', '2'],
  ['Three', 'c', '3'],
  ['Four', 'd', '4'],
];
const tall: TableSpan = { row: 1, column: 0, rows: 2, columns: 1 };

describe('merged cells', () => {
  it.each(ASPECT_RATIO_NAMES)('have no lines within them, and lines next to them: %s', async (format) => {
    const { width } = pictureDimensionsOfFormat(format, '480p');
    const table = { header: ['Name', 'Letter', 'Figure'], rows };
    const [usual, merged] = [await drawn(table, format), await drawn({ ...table, spans: [tall] }, format)];
    const { written } = await measureSlide(slideOf(table), pictureDimensionsOfFormat(format, '480p'), lined);
    const left = Math.round(written.find(({ text }) => text === 'Three')?.ink.left ?? 0);
    const right = Math.round(written.find(({ text }) => text === '1')?.ink.left ?? 0);
    const counts = (picture: RawPicture) => [left, right].map((x) => linesBetween(picture, x, x + 4).length);
    const [first = 0, last = 0] = counts(usual);
    expect(counts(merged)).toEqual([first - 1, last]);
    expect(width).toBeGreaterThan(0);
  });

  it('have their text in the middle of their rows', async () => {
    const size = pictureDimensionsOfFormat('landscape', '480p');
    const { written } = await measureSlide(slideOf({ rows, spans: [{ ...tall, row: 0 }] }), size, plain);
    const middle = (text: string): number => {
      const ink = written.find((each) => each.text === text)?.ink;
      return ink ? (ink.top + ink.bottom) / 2 : Number.NaN;
    };
    expect(Math.abs(middle('One') - (middle('1') + middle('2')) / 2)).toBeLessThan(3);
  });

  it('are as wide as their columns together, also from right to left', async () => {
    const wide: TableSpan = { row: 0, column: 0, rows: 1, columns: 3 };
    const long = 'A head over all columns';
    for (const title of ['Table', 'جدول']) {
      const table = { header: [long, '', ''], header_rows: 2, rows: [['x', 'y', 'z'], ...rows], spans: [wide] };
      const size = pictureDimensionsOfFormat('landscape', '480p');
      const { written } = await measureSlide(slideOf(table, title), size, plain);
      const inkOf = (text: string) => written.find((each) => each.text === text)?.ink ?? { left: 0, right: 0 };
      const [x, z] = [inkOf('x'), inkOf('z')];
      const columns = (Math.min(x.left, z.left) + Math.max(x.right, z.right)) / 2;
      const head = (inkOf(long).left + inkOf(long).right) / 2;
      expect(Math.abs(head - columns)).toBeLessThan(size.width * 0.08);
      expect(x.left < z.left).toBe(title === 'Table');
    }
  });
});

describe('marks in cells', () => {
  const accent = (picture: RawPicture): { count: number; left: number; right: number } => {
    let [count, left, right] = [0, picture.width, 0];
    for (let i = 0; i < picture.rgba.length; i += 4) {
      const [r = 0, g = 0, b = 0] = picture.rgba.subarray(i, i + 3);
      if (r - g < 110 || r - b < 110) continue;
      const x = (i / 4) % picture.width;
      [count, left, right] = [count + 1, Math.min(left, x), Math.max(right, x)];
    }
    return { count, left, right };
  };
  const withCell = (cell: string, title?: string) => drawn({ rows: [['One', cell]] }, 'landscape', plain, title);

  it('are bars as long as their share of the room', async () => {
    const none = accent(await withCell('')).count;
    const areaOf = async (cell: string) => accent(await withCell(cell)).count - none;
    const whole = await areaOf(':bar 100%:');
    expect((await areaOf(':bar 50%:')) / whole).toBeCloseTo(0.5, 1);
    expect((await areaOf(':bar 25%:')) / whole).toBeCloseTo(0.25, 1);
    expect(whole).toBeGreaterThan(300);
  });

  it('are icons that exist; other words between colons are text', async () => {
    const inkOf = async (cell: string) => accent(await withCell(cell)).count;
    const [none, icon, word] = [await inkOf(''), await inkOf(':check:'), await inkOf(':not-an-icon-at-all:')];
    expect(icon).toBeGreaterThan(none + 20);
    expect(word).toBe(none);
  });
});
