import { describe, expect, it } from 'vitest';
import { chartColors } from '#engine/video/drawing/chart/chart-colors.ts';
import type { DrawableChart } from '#engine/video/drawing/drawable-chart.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { ASPECT_RATIO_NAMES, pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { measureSlide } from '#test/support/drawing/measure-slide.ts';
import { TELLING_CHARTS } from '#test/support/drawing/telling-charts.ts';

const template = requireBuiltInTemplate('plain');

/** The places of texts of a chart, with its names at the marks, and in a legend. */
async function inksOf(name: string, format: (typeof ASPECT_RATIO_NAMES)[number] = 'landscape') {
  const slide = TELLING_CHARTS[name];
  if (!slide?.chart) throw new RangeError(`no chart ${name}`);
  const inkIn = async (labels: 'direct' | 'legend') => {
    const chart = slide.chart && { ...slide.chart, labels };
    const { written } = await measureSlide({ ...slide, chart }, pictureDimensionsOfFormat(format, '480p'), template);
    return (text: string) =>
      written.find((each) => each.text === text)?.ink ?? { left: 0, right: 0, top: 0, bottom: 0 };
  };
  return { direct: await inkIn('direct'), legend: await inkIn('legend') };
}

describe('names of series at their marks', () => {
  it.each(['directcolumns', 'directcombo'])('are behind the last columns, where these end: %s', async (name) => {
    const { direct, legend } = await inksOf(name);
    for (const series of ['Free', 'Pro', 'Studio']) expect(direct(series).left).toBeGreaterThan(direct('Q4').right);
    expect(direct('Free').top).toBeLessThan(direct('Pro').top);
    expect(direct('Pro').top).toBeLessThan(direct('Studio').top);
    expect(legend('Free').bottom).toBeLessThan(legend('Q4').top);
    expect(legend('Free').left).toBeLessThan(legend('Q4').left);
  });

  it('are behind the values of the last bars', async () => {
    const { direct, legend } = await inksOf('directbars');
    for (const [series, value] of [['Free', '140'] as const, ['Pro', '62'] as const]) {
      expect(direct(series).left).toBeGreaterThan(direct(value).right);
      expect(Math.abs(direct(series).bottom - direct(value).bottom)).toBeLessThan(4);
    }
    expect(legend('Free').bottom).toBeLessThan(legend('Q1').top);
  });

  it('are above the parts of the first of stacked bars', async () => {
    const { direct } = await inksOf('directstack');
    const middle = ({ left, right }: { left: number; right: number }): number => (left + right) / 2;
    expect(Math.abs(middle(direct('Meetings')) - middle(direct('38%')))).toBeLessThan(4);
    expect(Math.abs(middle(direct('Work')) - middle(direct('63%')))).toBeLessThan(4);
    expect(direct('Work').bottom).toBeLessThan(direct('63%').top);
  });

  it('are everywhere, in each format', async () => {
    for (const format of ASPECT_RATIO_NAMES) {
      const { direct } = await inksOf('directcolumns', format);
      for (const series of ['Free', 'Pro', 'Studio']) expect(direct(series).right).toBeGreaterThan(0);
    }
  });
});

/** The number of runs of pixels of each series in the row of its name: the end of its line is one, a mark of the name another. */
async function marksNextToNames(values: readonly (readonly number[])[]): Promise<number[]> {
  const series = values.map((each, i) => ({ name: `Series ${i}`, values: each }));
  const chart: DrawableChart = { type: 'line', categories: ['2025', '2026'], series, labels: 'direct' };
  const slide = { title: 'Two years', bullet_points: [], language: 'en', is_first: false, chart } as const;
  const size = pictureDimensionsOfFormat('landscape', '480p');
  const drawable = { ...slide, layout: 'chart' as const };
  const [{ written }, painter] = await Promise.all([
    measureSlide(drawable, size, template),
    createSlideAndCaptionPainter(),
  ]);
  const { width, rgba } = await painter.paint(drawable, size, template);
  const { accent, background } = template.scenes.content.palette;
  const { colors } = chartColors(chart, [accent, ...template.marker.colors], background);
  return series.map(({ name }, part) => {
    const ink = written.find(({ text }) => text === name)?.ink;
    if (!ink) throw new RangeError(`no name ${name}`);
    const row = Math.round((ink.top + ink.bottom) / 2) * width;
    const color = Buffer.from((colors[part] ?? '').slice(1), 'hex');
    const isOf = (x: number): boolean => color.equals(rgba.subarray((row + x) * 4, (row + x) * 4 + 3));
    return Array.from({ length: Math.floor(ink.left) }, (_, x) => x).filter((x) => isOf(x) && !isOf(x - 1)).length;
  });
}

describe('names of lines', () => {
  it('have no mark next to the ends of their lines', async () => {
    const ends = [
      [0, 90],
      [100, 10],
    ];
    expect(await marksNextToNames(ends)).toEqual([1, 1]);
  });

  it('have marks where they are moved away from the ends of their lines', async () => {
    const ends = [
      [0, 90],
      [100, 89],
      [50, 88],
      [20, 91],
    ];
    const marks = await marksNextToNames(ends);
    expect(Math.min(...marks)).toBeGreaterThan(0);
    expect(Math.max(...marks)).toBeGreaterThan(1);
  });
});
