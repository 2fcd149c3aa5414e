import { describe, expect, it } from 'vitest';
import { FORMAT_NAMES, sizeOf } from '#engine/video/format.ts';
import { requireTemplate } from '#features/templates/template.ts';
import { measureSlide } from '#test/support/drawing/measure-slide.ts';
import { TELLING_CHARTS } from '#test/support/drawing/telling-charts.ts';

const template = requireTemplate('plain');

/** The places of texts of a chart, with its names at the marks, and in a legend. */
async function inksOf(name: string, format: (typeof FORMAT_NAMES)[number] = 'landscape') {
  const slide = TELLING_CHARTS[name];
  if (!slide?.chart) throw new RangeError(`no chart ${name}`);
  const inkIn = async (labels: 'direct' | 'legend') => {
    const chart = slide.chart && { ...slide.chart, labels };
    const { written } = await measureSlide({ ...slide, chart }, sizeOf(format, '480p'), template);
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
    for (const format of FORMAT_NAMES) {
      const { direct } = await inksOf('directcolumns', format);
      for (const series of ['Free', 'Pro', 'Studio']) expect(direct(series).right).toBeGreaterThan(0);
    }
  });
});
