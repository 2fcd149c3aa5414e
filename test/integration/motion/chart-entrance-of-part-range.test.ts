import { expect, test } from 'vitest';
import { textsOfBuildParts } from '#engine/video/drawing/build-parts.ts';
import type { DrawableChart } from '#engine/video/drawing/drawable-chart.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { entranceFrames } from '#engine/video/motion/entrance/entrance-frames.ts';
import { rgbToYuv420 } from '#engine/video/motion/rgb-to-yuv420.ts';
import type { YuvPicture } from '#engine/video/picture.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { isTried } from '#test/support/depth.ts';
import { collected } from '#test/support/video/seam-steps.ts';

const plain = requireBuiltInTemplate('plain');
const size = pictureDimensionsOfFormat('landscape', '480p');
const painter = await createSlideAndCaptionPainter();

const categories = ['Q1', 'Q2', 'Q3', 'Q4'];
const one = { name: 'North', values: [12, 18, 9, 24] };
const two = { name: 'South', values: [8, 11, 15, 19] };
const places = [1, 2, 3, 5].map((x) => ({ x, y: 8 - x, label: `P${x}` }));
const CHARTS: Record<string, DrawableChart> = {
  column: { type: 'column', categories, series: [one, two] },
  stacked: { type: 'column', stacked: true, categories, series: [one, two] },
  bar: { type: 'bar', categories, series: [one] },
  line: { type: 'line', categories, series: [one] },
  area: { type: 'area', categories, series: [one, two] },
  pie: { type: 'pie', categories, series: [one] },
  donut: { type: 'donut', categories, series: [one] },
  combo: { type: 'combo', categories, series: [one, two] },
  waterfall: { type: 'waterfall', categories, series: [{ name: 'a', values: [40, 25, -18, -7] }] },
  funnel: { type: 'funnel', categories, series: [{ name: 'a', values: [90, 60, 30, 10] }] },
  scatter: { type: 'scatter', categories: [], series: [{ name: 'a', values: [], points: places }] },
  gauge: { type: 'gauge', categories: ['Load'], series: [{ name: 'Load', values: [67] }] },
};

const FRAMES = 23;

/** The first picture, the frames between, and the last picture. */
async function entering(chart: DrawableChart, language = 'en', from = 0): Promise<YuvPicture[]> {
  const title = language === 'ar' ? 'المبيعات' : 'Sales';
  const slide: DrawableSlide = { title, bullet_points: [], layout: 'chart', language, is_first: false, chart };
  const parts = { from, to: textsOfBuildParts(slide, size).length };
  const before = rgbToYuv420(await painter.paint(slide, size, plain, { revealed: from }));
  const after = rgbToYuv420(await painter.paint(slide, size, plain));
  const found = await painter.paintEntrance(slide, size, plain, parts);
  if (!found) throw new RangeError('the chart does not enter');
  const pictures = [before, ...found.layers.map((layer) => rgbToYuv420(layer)), after];
  return [before, ...(await collected(entranceFrames({ pictures, steps: found.steps }, FRAMES))), after];
}

/** The number of samples of luma that are clearly different. */
function differing(a: YuvPicture | undefined, b: YuvPicture | undefined, within = (_x: number, _y: number) => true) {
  let count = 0;
  for (let i = 0; i < size.width * size.height; i++) {
    const far = Math.abs((a?.data[i] ?? 0) - (b?.data[i] ?? 0)) > 24;
    if (far && within(i % size.width, Math.floor(i / size.width))) count++;
  }
  return count;
}

test.each(Object.keys(CHARTS).filter((_, at) => isTried(at, 3)))(
  'a chart (%s) comes nearer to its whole with every frame, without a jump at either end',
  async (name) => {
    const chart = CHARTS[name];
    if (!chart) throw new RangeError(name);
    const pictures = await entering(chart);
    const last = pictures.at(-1);
    const left = pictures.map((picture) => differing(picture, last));
    const whole = left[0] ?? 0;

    expect(whole).toBeGreaterThan(100);
    expect(left).toStrictEqual(left.toSorted((a, b) => b - a));
    expect((left[0] ?? 0) - (left[1] ?? 0)).toBeLessThan(0.2 * whole);
    expect(left.at(-2)).toBeLessThan(0.12 * whole);
  },
);

/** The middle of all samples that differ between two pictures, in pixels. */
function middleOf(a: YuvPicture | undefined, b: YuvPicture | undefined): { x: number; y: number } {
  let [x, y, count] = [0, 0, 0];
  differing(a, b, (across, down) => {
    x += across;
    y += down;
    count++;
    return true;
  });
  return { x: x / count, y: y / count };
}

test('columns grow from below, and values come after them', async () => {
  const pictures = await entering({ type: 'column', categories: ['A'], series: [{ name: 'a', values: [5] }] });
  const whole = middleOf(pictures[0], pictures.at(-1));
  const middle = middleOf(pictures[0], pictures[7]);

  expect(Math.abs(middle.x - whole.x)).toBeLessThan(2);
  expect(middle.y).toBeGreaterThan(whole.y + 10);
});

test.each([
  ['en', (x: number) => x < size.width / 3],
  ['ar', (x: number) => x > (2 * size.width) / 3],
] as const)('a line is drawn in the direction of reading (%s)', async (language, isEarly) => {
  const pictures = await entering({ type: 'line', categories, series: [one] }, language);
  const [middle, last] = [pictures[12], pictures.at(-1)];

  expect(differing(middle, last, isEarly)).toBe(0);
  expect(differing(middle, last)).toBeGreaterThan(50);
});

test('a series that enters alone leaves the others as they are', async () => {
  const pictures = await entering({ type: 'column', stacked: true, categories, series: [one, two] }, 'en', 1);
  const [first, last] = [pictures[0], pictures.at(-1)];

  for (const picture of pictures)
    expect(differing(picture, first) + differing(picture, last)).toBeLessThan(1.05 * differing(first, last));
});
