import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { DrawableChart } from '#engine/video/drawing/drawable-chart.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { dimEarlierParts } from '#engine/video/drawing/paint/dimmed-parts.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { slideWithImageAtRest } from '#engine/video/motion/image-motion-frames.ts';
import { rgbToYuv420 } from '#engine/video/motion/rgb-to-yuv420.ts';
import type { YuvPicture } from '#engine/video/picture.ts';
import { createMorphTransition, morphFrames } from '#engine/video/transitions/morph/morph-frames.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { meanLumaDifference } from '#test/support/samples/yuv-pictures.ts';
import { collected, seamSteps } from '#test/support/video/seam-steps.ts';

const size = pictureDimensionsOfFormat('landscape', '480p');
const plain = requireBuiltInTemplate('plain');
const painter = await createSlideAndCaptionPainter();
const photograph = {
  bytes: await readFile(new URL('../../fixtures/deck/lighthouse.jpg', import.meta.url)),
  ...{ width: 1920, height: 1080, fit: 'cover' as const, focus: { x: 0.3, y: 0.5 } },
};

const slide = (over: Partial<DrawableSlide>): DrawableSlide => ({
  ...{ title: 'A light at the coast', bullet_points: [], layout: 'bullets', language: 'en', is_first: false },
  ...over,
});
const still = async (drawn: DrawableSlide): Promise<YuvPicture> => rgbToYuv420(await painter.paint(drawn, size, plain));
const pairOf = (from: DrawableSlide, to: DrawableSlide) =>
  painter.paintPair({ slide: from }, { slide: to }, size, plain);

const TITLE = slide({ layout: 'title', bullet_points: ['A talk on lighthouses'] });
const POINTS = slide({ bullet_points: ['Built in 1873', 'Seen from 18 miles away', 'Not manned since 1986'] });
const LEFT = slide({ layout: 'image_left', image: photograph, bullet_points: ['Built in 1873'] });
const FULL = slide({ layout: 'image_full', title: 'The light', image: photograph });
const CARDS = slide({ layout: 'cards', items: ['Plan', 'Build', 'Ship'].map((title) => ({ title })) });
const STEPS = slide({ layout: 'process', items: ['Plan', 'Build', 'Ship', 'Learn'].map((title) => ({ title })) });
const OTHER = slide({ title: 'Something else', bullet_points: ['No word of it', 'Was there before'] });

const CHARTS: Record<string, { from: DrawableChart; to: DrawableChart }> = {
  columns: pairOfCharts('column', [[12, 30, 8]], [[25, 18, 40]]),
  'stacked bars': pairOfCharts(
    'bar',
    [
      [10, 30, 5],
      [20, 10, 9],
    ],
    [
      [22, 5, 9],
      [8, 40, 2],
    ],
    { stacked: true },
  ),
  lines: pairOfCharts('line', [[10, 14, 26]], [[26, 60, 98]]),
  'areas on one another': pairOfCharts(
    'area',
    [
      [10, 14, 26],
      [5, 5, 5],
    ],
    [
      [26, 6, 9],
      [1, 2, 9],
    ],
    { stacked: true },
  ),
  pies: pairOfCharts('pie', [[50, 0, 20]], [[20, 15, 65]]),
  waterfalls: pairOfCharts('waterfall', [[40, -25, 8]], [[30, 25, -18]]),
};

function pairOfCharts(
  type: DrawableChart['type'],
  ...[before, after, over]: [number[][], number[][], Partial<DrawableChart>?]
): { from: DrawableChart; to: DrawableChart } {
  const chart = (values: number[][]): DrawableChart => ({
    ...{ type, categories: ['North', 'South', 'East'], ...over },
    series: values.map((own, i) => ({ name: `Series ${i}`, values: own })),
  });
  return { from: chart(before), to: chart(after) };
}

const withChart = (chart: DrawableChart, title = 'Sales'): DrawableSlide => slide({ layout: 'chart', title, chart });

describe('a chart that turns into another', () => {
  it.each(Object.entries(CHARTS))('starts as the one and ends as the other: %s', async (_, { from, to }) => {
    const pair = await pairOf(withChart(from), withChart(to));
    expect(pair.chart).toBeDefined();
    const at = createMorphTransition(pair);
    expect(meanLumaDifference(await at(0), await still(withChart(from)))).toBeLessThan(0.1);
    expect(meanLumaDifference(await at(1), await still(withChart(to)))).toBeLessThan(0.1);
  });

  it('has columns that change from the old height to the new one, and never jump', async () => {
    const { from, to } = pairOfCharts('column', [[40, 40, 10]], [[40, 40, 30]]);
    const at = createMorphTransition(await pairOf(withChart(from), withChart(to)));
    // The last column is in the right third.
    const heights: number[] = [];
    for (let i = 0; i <= 12; i++) heights.push(columnHeight(await at(i / 12), 0.75, 0.92));
    const [first = 0, last = 0] = [heights[0], heights.at(-1)];
    expect(last / first).toBeGreaterThan(2.8);
    expect(last / first).toBeLessThan(3.2);
    for (const [i, height] of heights.entries()) expect(height).toBeGreaterThanOrEqual((heights[i - 1] ?? 0) - 1);
    expect(heights[6]).toBeGreaterThan(first * 1.3);
    expect(heights[6]).toBeLessThan(last * 0.95);
  });

  it('goes to another room, and from right to left', async () => {
    const { from, to } = pairOfCharts('column', [[12, 30, 8]], [[25, 18, 40]]);
    const arabic = (chart: DrawableChart, title: string) => ({ ...withChart(chart, title), language: 'ar' });
    const long = 'المبيعات حسب المنطقة بعد إطلاق المنتج الجديد في جميع الأسواق التي نعمل فيها منذ سنوات طويلة';
    const [one, other] = [arabic(from, 'المبيعات'), arabic(to, long)];
    const at = createMorphTransition(await pairOf(one, other));
    expect(meanLumaDifference(await at(0), await still(one))).toBeLessThan(0.1);
    expect(meanLumaDifference(await at(1), await still(other))).toBeLessThan(0.1);
  });

  it('is drawn only where both charts show the same names in other values', async () => {
    const { from, to } = pairOfCharts('column', [[12, 30, 8]], [[25, 18, 40]]);
    const renamed = { ...to, categories: ['North', 'South', 'West'] };
    expect((await pairOf(withChart(from), withChart(renamed))).chart).toBeUndefined();
    expect((await pairOf(withChart(from), withChart(from))).chart).toBeUndefined();
    const part = { slide: withChart(from), options: { revealed: 0 } };
    expect((await painter.paintPair(part, { slide: withChart(to) }, size, plain)).chart).toBeUndefined();
  });
});

describe('a slide that turns into another', () => {
  it.each([
    ['a title', TITLE, POINTS],
    ['an image', LEFT, FULL],
    ['items', CARDS, STEPS],
    ['nothing', POINTS, OTHER],
  ])('starts as the one and ends as the other: %s', async (_, from, to) => {
    const at = createMorphTransition(await pairOf(from, to));
    expect(meanLumaDifference(await at(0), await still(from))).toBeLessThan(0.25);
    expect(meanLumaDifference(await at(1), await still(to))).toBeLessThan(0.25);
  });

  it.each([
    ['points', POINTS, TITLE],
    ['items that both have', CARDS, STEPS],
    ['an image below that moves', slide({ ...LEFT, bullet_points: ['Built in 1873', 'Not manned'] }), FULL],
  ])('starts with the parts that stand back: %s', async (_, from, to) => {
    const paint = (revealed?: number) => painter.paint(from, size, plain, { revealed });
    const whole = await paint();
    dimEarlierParts({ ground: await paint(0), earlier: await paint(1), whole });
    const start = rgbToYuv420(whole);
    const at = createMorphTransition(await painter.paintPair({ slide: from, dimmed: 1 }, { slide: to }, size, plain));
    expect(meanLumaDifference(await at(0), start)).toBeLessThan(0.05);
    expect(meanLumaDifference(await at(0), await still(from))).toBeGreaterThan(0.1);
    expect(meanLumaDifference(await at(1), await still(to))).toBeLessThan(0.25);
  });

  it('starts and ends with a photograph in the sizes that it has in a slow zoom', async () => {
    const other = slide({ ...LEFT, bullet_points: ['Not manned since 1986'] });
    const [from, to] = [
      { slide: LEFT, options: { zoom: 1.08 } },
      { slide: other, options: { zoom: 1 } },
    ];
    const shown = async ({ slide: drawn, options }: typeof from) =>
      rgbToYuv420(await painter.paint(drawn, size, plain, options));
    const layers = await painter.paintPair(from, to, size, plain);
    expect(layers.images).toHaveLength(1);
    const at = createMorphTransition(layers);
    expect(meanLumaDifference(await at(0), await shown(from))).toBeLessThan(0.25);
    expect(meanLumaDifference(await at(1), await shown(to))).toBeLessThan(0.25);
    // Where both have the same size, nothing of it moves: half way it is there, and not the ground.
    const standing = createMorphTransition(await painter.paintPair({ ...from, options: { zoom: 1 } }, to, size, plain));
    const half = await standing(0.5);
    const end = await shown(to);
    for (let y = 0; y < size.height; y += 10)
      for (let x = 0; x < 300; x += 10)
        expect(Math.abs((half.data[y * size.width + x] ?? 0) - (end.data[y * size.width + x] ?? 0))).toBeLessThan(3);
  });

  it('is encoded without a jump at both ends', async () => {
    const [title, points] = [await painter.paint(TITLE, size, plain), await painter.paint(POINTS, size, plain)];
    const move = await collected(morphFrames(await pairOf(TITLE, POINTS), 15));
    expect(move).toHaveLength(15);
    const steps = await seamSteps({ codec: 'h264', ...size, fps: 30, quality: 'standard' }, [
      { still: title },
      { move },
      { still: points },
    ]);
    expect(Math.max(...steps)).toBeLessThan(0.005);
  });

  it('moves the title evenly from its place to the other, and never shows two', async () => {
    const at = createMorphTransition(await pairOf(TITLE, POINTS));
    // Up to the moment at which the points appear.
    const heights = await Promise.all(Array.from({ length: 13 }, async (_, i) => middleOfDark(await at(i / 20))));
    expect((heights[0] ?? 0) - (heights[12] ?? 0)).toBeGreaterThan(100);
    // In each step it is higher, or as high as before.
    for (const [i, y] of heights.entries()) expect(y).toBeLessThanOrEqual((heights[i - 1] ?? size.height) + 1);
    // Half way it has an amount of ink between those of both ends: two titles would have that of both.
    const ink = async (phase: number): Promise<number> => darkness(await at(phase));
    expect(await ink(0.5)).toBeLessThan((await ink(0)) * 1.02);
  });

  it('never shows letters of both slides at once', async () => {
    const [from, to, ground] = [await still(POINTS), await still(OTHER), 235];
    const only = (own: YuvPicture, other: YuvPicture) => (frame: YuvPicture) => {
      let [seen, count] = [0, 0];
      for (let i = 0; i < size.width * size.height; i++) {
        if ((own.data[i] ?? 0) > 120 || (other.data[i] ?? 0) < 200) continue;
        seen += ground - (frame.data[i] ?? 0);
        count++;
      }
      return seen / count;
    };
    const [ofFrom, ofTo] = [only(from, to), only(to, from)];
    const frames = await collected(morphFrames(await pairOf(POINTS, OTHER), 24));
    const seen = frames.map((frame) => [ofFrom(frame), ofTo(frame)] as const);
    expect(Math.max(...seen.map(([old, next]) => Math.min(old, next)))).toBeLessThan(12);
    expect(seen[0]?.[0]).toBeGreaterThan(100);
    expect(seen.at(-1)?.[1]).toBeGreaterThan(100);
  });

  it('lets an image grow without stretching it, and text cross no image', async () => {
    const layers = await pairOf(LEFT, FULL);
    expect([layers.images.length, layers.inks.length]).toEqual([1, 0]);
    const right = slide({ layout: 'image_right', image: photograph, bullet_points: ['Not manned since 1986'] });
    const crossing = await pairOf(LEFT, right);
    // The title would go from one side of the image to the other.
    expect([crossing.images.length, crossing.inks.length]).toEqual([1, 0]);
  });

  it('moves no text onto an image, where it would have neither its panel nor its shade', async () => {
    const full = slide({ layout: 'image_full', image: photograph });
    const playful = requireBuiltInTemplate('playful');
    for (const from of [LEFT, POINTS]) {
      const { inks } = await painter.paintPair({ slide: from }, { slide: full }, size, playful);
      expect(inks).toEqual([]);
    }
  });

  it('leaves no mark of a card that is gone', async () => {
    const aurora = requireBuiltInTemplate('aurora');
    const cards = (title: string, ...titles: string[]) =>
      slide({ title, layout: 'cards', items: titles.map((each) => ({ title: each })) });
    const [from, to] = [cards('Keepers', 'Ada', 'Ben', 'Cleo'), cards('Others', 'Dan', 'Eve', 'Fay')];
    const pair = await painter.paintPair({ slide: from }, { slide: to }, size, aurora);
    const ground = rgbToYuv420(await painter.paint(from, size, aurora, { isBare: true }));
    const middle = await createMorphTransition(pair)(0.5);
    expect(meanLumaDifference(middle, ground)).toBeLessThan(0.05);
  });

  it('takes an image from where its motion ended to where the next one starts', async () => {
    const restOf = async (drawn: DrawableSlide, motion: 'zoom_in' | 'pan_left', when: 'start' | 'end') => {
      const layers = await painter.paintLayers(drawn, size, plain);
      if (!layers) throw new RangeError('the slide shows no image');
      return slideWithImageAtRest(layers, motion, when);
    };
    const rest = { from: { motion: 'zoom_in', when: 'end' }, to: { motion: 'pan_left', when: 'start' } } as const;
    const pair = await painter.paintPair({ slide: LEFT, rest: rest.from }, { slide: FULL, rest: rest.to }, size, plain);
    const at = createMorphTransition(pair);
    expect(meanLumaDifference(await at(0), await restOf(LEFT, 'zoom_in', 'end'))).toBeLessThan(0.6);
    expect(meanLumaDifference(await at(1), await restOf(FULL, 'pan_left', 'start'))).toBeLessThan(0.6);
    // An image that only one of them has keeps its place while it disappears.
    const alone = createMorphTransition(
      await painter.paintPair({ slide: LEFT, rest: rest.from }, { slide: POINTS }, size, plain),
    );
    expect(meanLumaDifference(await alone(0), await restOf(LEFT, 'zoom_in', 'end'))).toBeLessThan(0.25);
  });

  it('does not turn a title into one whose lines break elsewhere', async () => {
    const title = 'A light at the coast that is seen from eighteen miles away';
    const wide = slide({ title, bullet_points: ['One'] });
    const narrow = slide({ title, layout: 'image_left', image: photograph, bullet_points: ['One'] });
    expect((await pairOf(wide, narrow)).inks).toEqual([]);
  });

  it('keeps what has its place: no pixel of it changes', async () => {
    const same = slide({ bullet_points: ['Lit in 1874', 'Painted in 1901', 'A museum today'] });
    const first = await still(POINTS);
    const frames = await collected(morphFrames(await pairOf(POINTS, same), 6));
    const bottom = Math.round(size.height * 0.22);
    const rows = (picture: YuvPicture) => picture.data.subarray(0, bottom * size.width);
    for (const frame of frames) expect(Buffer.compare(rows(frame), rows(first))).toBe(0);
  });
});

/** How dark a picture is, next to white. */
function darkness({ data, width, height }: YuvPicture): number {
  let sum = 0;
  for (let i = 0; i < width * height; i++) sum += Math.max(0, 235 - (data[i] ?? 0));
  return sum;
}

/** The mean height of the darkest pixels, in pixels. */
function middleOfDark({ data, width, height }: YuvPicture): number {
  let [sum, count] = [0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if ((data[y * width + x] ?? 0) < 50) {
        sum += y;
        count++;
      }
  return sum / Math.max(1, count);
}

/** The longest run of rows, in one column of pixels between two shares of the width, that are as dark as a column of a chart. */
function columnHeight({ data, width, height }: YuvPicture, from: number, to: number): number {
  let most = 0;
  for (let x = Math.round(from * width); x < to * width; x++)
    for (let y = 0, run = 0; y < height; y++) {
      const luma = data[y * width + x] ?? 0;
      run = luma > 60 && luma < 130 ? run + 1 : 0;
      most = Math.max(most, run);
    }
  return most;
}
