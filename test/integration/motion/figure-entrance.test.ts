import { expect, test } from 'vitest';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { entranceFrames } from '#engine/video/motion/entrance/entrance-frames.ts';
import { rgbToYuv420 } from '#engine/video/motion/rgb-to-yuv420.ts';
import type { YuvPicture } from '#engine/video/picture.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { collected } from '#test/support/video/seam-steps.ts';

const size = pictureDimensionsOfFormat('landscape', '480p');
const painter = await createSlideAndCaptionPainter();
const midnight = requireBuiltInTemplate('midnight');
const items = [
  { title: 'Customers', figure: '4,321' },
  { title: 'Uptime', figure: '99.9 %' },
  { title: 'Quarter', figure: 'Q3' },
];
const stats: DrawableSlide = {
  ...{ title: 'Numbers', bullet_points: [], layout: 'stats', language: 'en', is_first: false, items },
};
const FRAMES = 24;

/** The first picture, the frames between, and the last picture of the entrance of one item. */
async function entering(item: number): Promise<YuvPicture[]> {
  const parts = { from: item, to: item + 1 };
  const before = rgbToYuv420(await painter.paint(stats, size, midnight, { revealed: parts.from }));
  const after = rgbToYuv420(await painter.paint(stats, size, midnight, { revealed: parts.to }));
  const found = await painter.paintEntrance(stats, size, midnight, parts);
  if (!found) throw new RangeError('the item does not enter');
  const last = found.figures.length > 0 ? [] : [after];
  const pictures = [before, ...found.layers.map((layer) => rgbToYuv420(layer)), ...last];
  return [before, ...(await collected(entranceFrames({ ...found, pictures }, FRAMES))), after];
}

/** The samples of luma that differ clearly, by their index. */
function clearSteps(a: YuvPicture | undefined, b: YuvPicture | undefined): number[] {
  const found: number[] = [];
  for (let i = 0; i < size.width * size.height; i++)
    if (Math.abs((a?.data[i] ?? 0) - (b?.data[i] ?? 0)) > 24) found.push(i);
  return found;
}
const clearly = (a: YuvPicture | undefined, b: YuvPicture | undefined): number => clearSteps(a, b).length;

/** Left and right edge of what differs clearly from the picture before, in pixels. */
function edges(picture: YuvPicture | undefined, before: YuvPicture | undefined): { left: number; right: number } {
  const columns = clearSteps(picture, before).map((i) => i % size.width);
  return { left: Math.min(...columns), right: Math.max(...columns) };
}

test('a figure counts, keeps its place, and comes to rest as the still that follows', async () => {
  const pictures = await entering(0);
  const [before, last] = [pictures[0], pictures.at(-1)];
  const frames = pictures.slice(1, -1);

  expect(clearly(frames[0], before)).toBe(0);
  expect(clearly(frames.at(-1), last)).toBe(0);
  const different = new Set(frames.slice(9, 20).map((frame) => clearly(frame, last)));
  expect(different.size).toBeGreaterThan(4);
  // Digits are equally wide, but not their strokes.
  for (const frame of frames.slice(12))
    expect(Math.abs(edges(frame, before).right - edges(last, before).right)).toBeLessThan(5);
});

test('a figure without a number that counts fades in with its item', async () => {
  const pictures = await entering(2);
  const last = pictures.at(-1);
  const left = pictures.map((picture) => clearly(picture, last));

  expect(left).toStrictEqual(left.toSorted((a, b) => b - a));
  expect(left[14]).toBe(0);
});

const figures: Record<string, Partial<DrawableSlide>> = {
  'of a number': { title: '4,321 %', bullet_points: ['of all customers', 'this year'], layout: 'number' },
  'in a gauge': {
    chart: { type: 'gauge', categories: [''], series: [{ name: 'Uptime', values: [87] }] },
    layout: 'chart',
  },
  'in a donut': {
    chart: { type: 'donut', categories: ['North', 'South'], series: [{ name: 'Sales', values: [420, 580] }] },
    layout: 'chart',
  },
};

test.each(Object.entries(figures))(
  'the figure %s counts where the slide enters as a whole, and all else ends as the still',
  async (_, own) => {
    const slide: DrawableSlide = { ...stats, items: undefined, ...own };
    const isNumber = slide.layout === 'number';
    const to = slide.chart?.type === 'donut' ? 2 : isNumber ? 2 : 1;
    const options = { figures: 'hidden', ...(isNumber ? {} : { revealed: 0 }) } as const;
    const before = rgbToYuv420(await painter.paint(slide, size, midnight, options));
    const after = rgbToYuv420(await painter.paint(slide, size, midnight));
    const found = await painter.paintEntrance(slide, size, midnight, { from: 0, to });
    if (!found) throw new RangeError('nothing enters');
    expect(found.figures).toHaveLength(1);
    const pictures = [before, ...found.layers.map((layer) => rgbToYuv420(layer))];
    const frames = await collected(entranceFrames({ ...found, pictures }, FRAMES));

    // What the last frame lacks is nothing: the figure has its value before the end.
    expect(clearly(frames.at(-1), after)).toBe(0);
    const [box] = found.figures.map((figure) => figure.box);
    if (!box) throw new RangeError('there is a figure');
    const inBox = (i: number): boolean => {
      const [x, y] = [i % size.width, Math.floor(i / size.width)];
      return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
    };
    const counted = new Set(frames.slice(8, 20).map((frame) => clearSteps(frame, after).filter(inBox).length));
    expect(counted.size).toBeGreaterThan(4);
    // Before it counts, it is not there.
    expect(clearSteps(before, after).filter(inBox).length).toBeGreaterThan(200);
    if (isNumber) for (const frame of frames) expect(clearSteps(frame, after).filter((i) => !inBox(i))).toEqual([]);
  },
);

test('the figure of a donut whose slices enter one by one stands from the start', async () => {
  const slide: DrawableSlide = { ...stats, items: undefined, ...figures['in a donut'] };
  const found = await painter.paintEntrance(slide, size, midnight, { from: 0, to: 1 });
  expect(found?.figures).toEqual([]);
});
