import { describe, expect, it } from 'vitest';
import type { DrawableTable } from '#engine/video/drawing/drawable-table.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';

const rows = [
  ['One', '1', '11'],
  ['Two', '2', '22'],
  ['Six', '6', '66'],
];
const template = requireBuiltInTemplate('plain');
const painter = await createSlideAndCaptionPainter();

const drawn = (more: Partial<DrawableTable>, revealed?: number): Promise<RawPicture> =>
  painter.paint(
    {
      ...{ title: 'Table', bullet_points: [], layout: 'table', language: 'en', is_first: false },
      table: { header: ['Name', 'A', 'B'], rows, ...more },
    },
    pictureDimensionsOfFormat('landscape', '480p'),
    template,
    { revealed },
  );

/** Pixels in which two pictures differ: their bounds, and their number. */
function difference(one: RawPicture, other: RawPicture) {
  const [xs, ys]: [Set<number>, Set<number>] = [new Set(), new Set()];
  for (let i = 0; i < one.rgba.length; i += 4)
    if ([0, 1, 2].some((part) => one.rgba[i + part] !== other.rgba[i + part])) {
      xs.add((i / 4) % one.width);
      ys.add(Math.floor(i / 4 / one.width));
    }
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

describe('emphasis in a table', () => {
  it('is behind the row, the column, and at no other place', async () => {
    const usual = await drawn({});
    const row = difference(usual, await drawn({ highlight_rows: [1] }));
    const column = difference(usual, await drawn({ highlight_columns: [2] }));
    const both = difference(usual, await drawn({ highlight_rows: [1], highlight_columns: [2] }));
    expect(row.right - row.left).toBeGreaterThan(3 * (column.right - column.left) * 0.8);
    expect(column.bottom - column.top).toBeGreaterThan(3 * (row.bottom - row.top));
    expect(column.right).toBe(row.right);
    expect(both).toEqual({ ...row, top: column.top, bottom: column.bottom });
  });

  it('comes with its row where the table is built', async () => {
    const [one, emphasized] = await Promise.all([drawn({}, 1), drawn({ highlight_rows: [1] }, 1)]);
    expect(difference(one, emphasized).left).toBe(Number.POSITIVE_INFINITY);
  });

  it('is followed by the source, below the last row', async () => {
    const [usual, named] = await Promise.all([drawn({}), drawn({ source: 'Annual report' })]);
    expect(difference(usual, named).bottom).toBeGreaterThan(0);
  });
});
