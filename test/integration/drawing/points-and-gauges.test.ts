import { describe, expect, it } from 'vitest';
import type { DrawableChart } from '#engine/video/drawing/drawable-chart.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { ASPECT_RATIO_NAMES, type AspectRatioName, pictureDimensionsOfFormat } from '#engine/video/format.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';

const template = requireBuiltInTemplate('plain');
const painter = await createSlideAndCaptionPainter();

const drawn = (
  chart: Partial<DrawableChart>,
  format: AspectRatioName = 'landscape',
  language = 'en',
): Promise<RawPicture> =>
  painter.paint(
    {
      ...{ title: language === 'ar' ? 'مخطط' : 'Chart', bullet_points: [], layout: 'chart', language, is_first: false },
      chart: { type: 'scatter', categories: [], series: [], ...chart },
    },
    pictureDimensionsOfFormat(format, '480p'),
    template,
  );

/** The colour of the accent of the template in the chart: red, far from its greys. */
const isRed = (rgba: Uint8Array, at: number): boolean =>
  (rgba[at] ?? 0) - (rgba[at + 1] ?? 0) > 90 && (rgba[at] ?? 0) - (rgba[at + 2] ?? 0) > 90;

/** Pixels that are red in one picture and differ from the other: their number, middle and bounds. */
function redIn(picture: RawPicture, other?: RawPicture) {
  let [count, x, y, left, right] = [0, 0, 0, Number.POSITIVE_INFINITY, 0];
  for (let i = 0; i < picture.rgba.length; i += 4) {
    if (!isRed(picture.rgba, i) || (other && isRed(other.rgba, i))) continue;
    const across = (i / 4) % picture.width;
    [count, x, y] = [count + 1, x + across, y + Math.floor(i / 4 / picture.width)];
    [left, right] = [Math.min(left, across), Math.max(right, across)];
  }
  return { count, x: x / count, y: y / count, left, right };
}

const pointsAt = (...points: [x: number, y: number][]): Partial<DrawableChart> => ({
  series: [{ name: '', values: [], points: points.map(([x, y]) => ({ x, y })) }],
});

describe('points', () => {
  it.each(ASPECT_RATIO_NAMES)('are at their places: %s', async (format) => {
    // Both corners set the scales. A third point is between them, where its values are.
    const corners: [number, number][] = [
      [0, 0],
      [10, 100],
    ];
    const base = await drawn(pointsAt(...corners), format);
    const at = async (x: number, y: number) => redIn(await drawn(pointsAt(...corners, [x, y]), format), base);
    const [one, right, up] = [await at(2, 20), await at(6, 20), await at(2, 60)];
    const more = await at(4, 40);
    expect(one.count).toBeGreaterThan(20);
    expect(Math.abs(right.y - one.y)).toBeLessThan(0.8);
    expect(Math.abs(up.x - one.x)).toBeLessThan(0.8);
    expect((more.x - one.x) / (right.x - one.x)).toBeCloseTo(0.5, 1);
    expect((more.y - one.y) / (up.y - one.y)).toBeCloseTo(0.5, 1);
    expect([right.x > one.x, up.y < one.y]).toEqual([true, true]);
  });

  it('run from the right in a right-to-left language', async () => {
    const base = await drawn(pointsAt([0, 0], [10, 100]), 'landscape', 'ar');
    const at = async (x: number) => redIn(await drawn(pointsAt([0, 0], [10, 100], [x, 50]), 'landscape', 'ar'), base).x;
    expect(await at(8)).toBeLessThan(await at(2));
  });

  it('are grey unless their label or series is highlighted', async () => {
    const points = [1, 2, 3, 4].map((x) => ({ x, y: x * x, label: `P${x}` }));
    const one = { series: [{ name: 'S', values: [], points }] };
    const [all, some, series] = [
      await drawn(one),
      await drawn({ ...one, highlight: ['P3'] }),
      await drawn({ ...one, highlight: ['S'] }),
    ];
    expect(redIn(some).count).toBeLessThan(redIn(all).count * 0.6);
    expect(redIn(series).count).toBe(redIn(all).count);
  });
});

describe('a gauge', () => {
  const gauge = (value: number, more: Partial<DrawableChart> = {}): Partial<DrawableChart> => ({
    type: 'gauge',
    series: [{ name: 'Score', values: [value] }],
    ...more,
  });

  it.each(ASPECT_RATIO_NAMES)('fills as much of its ring as its value has of its range: %s', async (format) => {
    const empty = await drawn(gauge(0), format);
    const filled = async (value: number) => redIn(await drawn(gauge(value), format), empty).count;
    const whole = await filled(100);
    expect((await filled(50)) / whole).toBeCloseTo(0.5, 1);
    expect((await filled(20)) / whole).toBeCloseTo(0.2, 1);
    const moved = await drawn(gauge(0, { range: { min: -100, max: 100 } }), format);
    expect(redIn(moved, empty).count / whole).toBeCloseTo(0.5, 1);
  });

  it('starts at the left, and at the right in a right-to-left language', async () => {
    const { left, right } = redIn(await drawn(gauge(100)), await drawn(gauge(0)));
    const quarter = redIn(await drawn(gauge(25)), await drawn(gauge(0)));
    expect(quarter.left).toBeLessThanOrEqual(left + 1);
    expect(quarter.right).toBeLessThan((left + right) / 2);
    const mirrored = redIn(await drawn(gauge(25), 'landscape', 'ar'), await drawn(gauge(0), 'landscape', 'ar'));
    expect(mirrored.left).toBeGreaterThan((left + right) / 2);
  });

  it('is interrupted where it is divided, and where its target is', async () => {
    const whole = await drawn(gauge(100));
    const [divided, aimed] = [
      await drawn(gauge(100, { thresholds: [30, 70] })),
      await drawn(gauge(100, { target: { value: 50 } })),
    ];
    for (const picture of [divided, aimed]) expect(redIn(whole, picture).count).toBeGreaterThan(20);
  });
});
