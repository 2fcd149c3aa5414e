import { describe, expect, it } from 'vitest';
import { chartColors } from '#engine/video/drawing/chart/chart-colors.ts';
import { chartTickFormatter, chartValueFormatter } from '#engine/video/drawing/chart/chart-numbers.ts';
import { chartValueAxis } from '#engine/video/drawing/chart/chart-value-axis.ts';
import { moveLabelsApart } from '#engine/video/drawing/chart/end-labels.ts';
import { lineAndAreaMarks, valueBarsOf } from '#engine/video/drawing/chart/plot-marks.ts';
import { mutedSeriesColors, readableInkOn, seriesColors } from '#engine/video/drawing/chart/series-colors.ts';
import { chartWithValuesAsShares } from '#engine/video/drawing/chart/shares.ts';
import { chartAnnotationTexts } from '#engine/video/drawing/chart/typeset-chart-annotation-texts.ts';
import { barsOfWaterfall } from '#engine/video/drawing/chart/waterfall.ts';
import { contrastRatio } from '#engine/video/drawing/contrast.ts';
import type { ChartType, DrawableChart } from '#engine/video/drawing/drawable-chart.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';

const chart = (type: ChartType, values: (number | null)[][], more: Partial<DrawableChart> = {}): DrawableChart => ({
  type,
  categories: (values[0] ?? []).map((_, i) => `c${i}`),
  series: values.map((each, i) => ({ name: `s${i}`, values: each })),
  ...more,
});

describe('the axis of a chart', () => {
  it('starts and ends with round values, and zero is among them', () => {
    expect(chartValueAxis(chart('column', [[3, 97]]), true)).toEqual({
      domain: [0, 100],
      ticks: [0, 20, 40, 60, 80, 100],
    });
    expect(chartValueAxis(chart('bar', [[-8, 16]]), true).domain).toEqual([-10, 20]);
  });

  it('has the sums of a stacked chart, upward and downward', () => {
    const stacked = chart(
      'column',
      [
        [60, -5],
        [60, -30],
      ],
      { stacked: true },
    );
    expect(chartValueAxis(stacked, false).domain).toEqual([-35, 120]);
    expect(chartValueAxis({ ...stacked, stacked: false }, false).domain).toEqual([-30, 60]);
  });

  it('leaves zero out only for a line far from it', () => {
    expect(chartValueAxis(chart('line', [[1000, 1100]]), true).domain[0]).toBeGreaterThan(900);
    expect(chartValueAxis(chart('line', [[100, 1100]]), true).domain[0]).toBe(0);
    expect(chartValueAxis(chart('area', [[1000, 1100]]), true).domain[0]).toBe(0);
  });

  it.each([[[[null, null]]], [[[0, 0]]], [[[5]]], [[[-5]]], [[[1e15, -1e15]]]])(
    'has room for any values: %j',
    (values) => {
      for (const type of ['column', 'line'] as const) {
        const { domain, ticks } = chartValueAxis(chart(type, values), true);
        expect(domain[1]).toBeGreaterThan(domain[0]);
        expect(ticks.length).toBeGreaterThan(1);
      }
    },
  );
});

describe('numbers in a chart', () => {
  const values = chart('column', [[1234.5, -2]], { unit: ' km' });

  it('are written in the language of the slide, with the same decimals and the unit', () => {
    expect(chartValueFormatter(values, 'en')(1234.5)).toBe('1,234.5 km');
    const written = (unit: string, language: string): string =>
      chartValueFormatter({ ...chart('column', [[-4.4]]), unit }, language)(-4.4);
    expect(['M$', '$M', 'bn £', 'km', 'kr'].map((unit) => written(unit, 'en'))).toEqual([
      ...['\u2212$4.4M', '\u2212$4.4M', '\u2212£4.4bn', '\u22124.4km', '\u2212kr\u00a04.4'],
    ]);
    expect(['Mio. €', 'M€', '€M'].map((unit) => written(unit, 'de'))).toEqual([
      ...['\u22124,4\u00a0Mio.\u00a0€', '\u22124,4\u00a0M€', '\u22124,4\u00a0M€'],
    ]);
    expect(chartValueFormatter(values, 'de')(-2)).toBe('\u22122,0 km');
    expect(chartValueFormatter({ ...values, decimals: 0 }, 'hi')(123456)).toBe('1,23,456 km');
    expect(chartValueFormatter(chart('column', [[0.123456]]), 'en')(0.123456)).toBe('0.12');
  });

  it.each([
    [
      [0.0012, 0.0034, 0.0045],
      ['0.0012', '0.0034', '0.0045'],
    ],
    [
      [0.012345, 0.05],
      ['0.012', '0.050'],
    ],
    [
      [0.5, 0.001],
      ['0.50', '0.00'],
    ],
    [
      [1 / 3, 12],
      ['0.33', '12.00'],
    ],
    [[-0.00002], ['\u22120.00002']],
    [[0.1 + 0.2], ['0.3']],
    [
      [300_000_000 * 1.1 + 6e-8, 0],
      ['330,000,000', '0'],
    ],
    [[1e-14], ['0.0000000000']],
  ])('have two digits of the largest value, where all are small: %j', (numbers, texts) => {
    expect(numbers.map(chartValueFormatter(chart('column', [numbers]), 'en'))).toEqual(texts);
  });

  it('have two digits also as percentages', () => {
    const write = chartValueFormatter({ ...chart('column', [[0.00034, 0.00012]]), format: 'percent' }, 'en');
    expect([write(0.00034), write(0.00012)]).toEqual(['0.034%', '0.012%']);
  });

  it('have on an axis the decimals that tell them apart, and large ones are short', () => {
    expect([0, 0.2, 0.4].map(chartTickFormatter([0, 0.2, 0.4], {}, 'en'))).toEqual(['0.0', '0.2', '0.4']);
    expect(chartTickFormatter([0, 2e6], {}, 'en')(2e6)).toBe('2M');
    expect(chartTickFormatter([0, 2e6], { unit: '円' }, 'ja')(2e6)).toBe('200万円');
    const { ticks } = chartValueAxis(chart('line', [[12_345_100, 12_346_900]]), true);
    expect(ticks.map(chartTickFormatter(ticks, {}, 'en'))).toEqual([
      '12.345M',
      '12.3455M',
      '12.346M',
      '12.3465M',
      '12.347M',
    ]);
    expect([1e15, 0].map(chartTickFormatter([0, 2e14], {}, 'en'))).toEqual(['1000T', '0']);
  });

  it('have no sign where they are shown as zero', () => {
    expect(chartValueFormatter(chart('column', [[-0.001, 12.5]]), 'en')(-0.001)).toBe('0.00');
    expect(chartValueFormatter(chart('column', [[-0]]), 'en')(-0)).toBe('0');
  });
});

describe('a waterfall', () => {
  const data = chart('waterfall', [[42, 14, -6, null, -60, null]]);

  it('has bars from sum to sum, and totals from zero', () => {
    expect(barsOfWaterfall(data).map(({ from, to, value }) => [from, to, value])).toEqual([
      [0, 42, 42],
      [42, 56, 14],
      [56, 50, -6],
      [0, 50, 50],
      [50, -10, -60],
      [0, -10, -10],
    ]);
    expect(chartValueAxis(data, false).domain).toEqual([-10, 56]);
    expect(valueBarsOf(data, 100, 1000).map(({ part }) => part)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('has one colour each for totals, for what is added and for what is lost', () => {
    const { fillOf } = chartColors(data, ['#c8321f'], '#ffffff');
    const [total, more, less] = [fillOf(0, 0), fillOf(0, 1), fillOf(0, 2)];
    expect(new Set([total, more, less]).size).toBe(3);
    expect([3, 4, 5].map((at) => fillOf(0, at))).toEqual([total, less, total]);
  });
});

describe('columns and a line', () => {
  it('have no column for the last series', () => {
    const bars = valueBarsOf(
      chart('combo', [
        [1, 2],
        [3, 4],
        [9, 9],
      ]),
      100,
      1000,
    );
    expect(new Set(bars.map(({ series }) => series))).toEqual(new Set([0, 1]));
  });
});

describe('the figure of a donut', () => {
  const figure = (more: Partial<DrawableChart>, type: ChartType = 'donut') => {
    const data = chart(type, [[60, 25, 15]], more);
    return chartAnnotationTexts(chartWithValuesAsShares(data), chartValueFormatter(chartWithValuesAsShares(data), 'en'))
      .figure;
  };

  it('is the highlighted slice, else the sum where that says something', () => {
    expect(figure({})).toBe('100');
    expect(figure({ highlight: ['c1'] })).toBe('25');
    expect(figure({ highlight: ['c1'], format: 'percent' })).toBe('25%');
    expect([figure({ format: 'percent' }), figure({ unit: ' %' }), figure({}, 'pie')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('the unit of a value', () => {
  it.each([
    ['$', 'en', 4.5, '$4.5'],
    ['$', 'en', -4.5, '\u2212$4.5'],
    ['€', 'de', 4.5, '4,5\u00a0€'],
    ['€', 'en', 4.5, '€4.5'],
    ['€', 'nl', 4.5, '€\u00a04,5'],
    ['EUR', 'en', 4.5, 'EUR\u00a04.5'],
    ['%', 'de', 4.5, '4,5\u00a0%'],
    ['%', 'en', 4.5, '4.5%'],
    [' km', 'en', 4.5, '4.5 km'],
    ['円', 'ja', 4.5, '4.5円'],
  ])('%s in %s stands where the language has it', (unit, language, value, text) => {
    expect(chartValueFormatter(chart('column', [[value]], { unit }), language)(value)).toBe(text);
  });

  it('stands where a client wants it', () => {
    const place = (unit_place: 'before' | 'after') =>
      chartValueFormatter(chart('column', [[5]], { unit: '$', unit_place }), 'en')(5);
    expect([place('before'), place('after')]).toEqual(['$5', '5$']);
  });

  it('is the same on an axis', () => {
    expect(chartTickFormatter([0, 2e6], { unit: '$' }, 'en')(2e6)).toBe('$2M');
    expect(chartTickFormatter([0, 2e6], { unit: '€' }, 'de')(2e6)).toBe('2\u00a0Mio.\u00a0€');
  });
});

describe('forms of numbers', () => {
  it('are compact, or percent', () => {
    const write = (more: Partial<DrawableChart>, value: number, language = 'en') =>
      chartValueFormatter(chart('column', [[value]], more), language)(value);
    expect(write({ format: 'compact', unit: '$' }, 4_380_000)).toBe('$4.4M');
    expect(write({ format: 'compact' }, 1250)).toBe('1.3K');
    expect(write({ format: 'percent' }, 0.425)).toBe('42.5%');
    expect(write({ format: 'percent', decimals: 0 }, 0.425, 'fr')).toMatch(/^43\s%$/u);
    expect(chartTickFormatter([0, 0.2], { format: 'percent' }, 'en')(0.2)).toBe('20%');
  });

  it('are shares of a whole where a chart shows one', () => {
    const stacked = chart(
      'bar',
      [
        [1, -2, null],
        [3, 2, 5],
      ],
      { stacked: true, format: 'percent' },
    );
    expect(chartWithValuesAsShares(stacked).series.map(({ values }) => values)).toEqual([
      [0.25, -0.5, null],
      [0.75, 0.5, 1],
    ]);
    expect(
      chartValueAxis(chartWithValuesAsShares(chart('column', [[1], [3]], { stacked: true, format: 'percent' })), true)
        .domain,
    ).toEqual([0, 1]);
    expect(chartWithValuesAsShares(chart('pie', [[1, 3]], { format: 'percent' })).series[0]?.values).toEqual([
      0.25, 0.75,
    ]);
    const separate = chart('bar', [[1], [3]], { format: 'percent' });
    expect(chartWithValuesAsShares(separate)).toBe(separate);
  });
});

describe('a target', () => {
  it('is on the axis', () => {
    expect(chartValueAxis(chart('column', [[3, 7]], { target: { value: 18 } }), true).domain).toEqual([0, 20]);
    expect(chartValueAxis(chart('bar', [[3, 7]], { target: { value: -4 } }), false).domain).toEqual([-4, 7]);
  });
});

describe('highlighted names', () => {
  const data = chart('column', [
    [1, 2, 3],
    [4, 5, 6],
  ]);
  const colors = (highlight: string[]) => chartColors({ ...data, highlight }, ['#c8321f', '#009fa3'], '#ffffff');

  it('keep the colours of the template, and all others are grey', () => {
    const none = colors([]);
    const series = colors(['s1']);
    expect(series.fillOf(1, 0)).toBe(none.fillOf(0, 0));
    expect(isGrey(series.fillOf(0, 0))).toBe(true);
    const category = colors(['c1']);
    expect([category.fillOf(0, 1), category.fillOf(1, 1)]).toEqual([none.fillOf(0, 0), none.fillOf(1, 0)]);
    expect([0, 2].every((at) => isGrey(category.fillOf(0, at)) && !category.isLit(at))).toBe(true);
    const both = colors(['s0', 'c2']);
    expect([both.fillOf(0, 2), both.fillOf(0, 1), both.fillOf(1, 2)].map(isGrey)).toEqual([false, true, true]);
  });

  it.each(BUILT_IN_TEMPLATES)('leave greys that can be seen on $id', ({ scenes }) => {
    const { background } = scenes.content.palette;
    for (const color of mutedSeriesColors(background, 6)) {
      expect(contrastRatio(color, background)).toBeGreaterThanOrEqual(2.99);
      expect(contrastRatio(readableInkOn(color), color)).toBeGreaterThanOrEqual(4.5);
    }
  });

  /** Reports a colour whose parts are nearly equal. */
  function isGrey(color: string): boolean {
    const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.max(...parts) - Math.min(...parts) < 24;
  }
});

describe('colours of series', () => {
  it.each(BUILT_IN_TEMPLATES)('can be seen on every slide of $id, and told apart', ({ scenes, marker }) => {
    const { accent, background } = scenes.content.palette;
    for (const count of [1, 6, 24]) {
      const colors = seriesColors([accent, ...marker.colors], background, count);
      expect(colors).toHaveLength(count);
      for (const color of colors) expect(contrastRatio(color, background)).toBeGreaterThanOrEqual(2.99);
      expect(new Set(colors.slice(0, 6)).size).toBe(Math.min(6, count));
    }
  });

  it.each(BUILT_IN_TEMPLATES)('have no two greys of $id that are alike', ({ scenes, marker }) => {
    const { accent, background } = scenes.content.palette;
    const greys = seriesColors([accent, ...marker.colors], background, 4).filter((color) => spread(color) < 24);
    for (const [i, grey] of greys.entries())
      for (const other of greys.slice(i + 1)) expect(contrastRatio(grey, other)).toBeGreaterThan(2.99);
  });

  it('leave out a grey of a template that is like another', () => {
    const [first, second, third] = seriesColors(['#b3141f', '#15130f', '#4d483d'], '#f6f2e8', 3);
    expect([first, second]).toEqual(['#b3141f', '#15130f']);
    expect(spread(third ?? '#000000')).toBeGreaterThan(40);
  });

  /** The difference of the largest and the smallest part of a colour, 0–255. */
  function spread(color: string): number {
    const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.max(...parts) - Math.min(...parts);
  }
});

describe('areas of which values are not known', () => {
  const plot = (data: DrawableChart) => ({
    ...{ left: 0, right: 400, top: 0, bottom: 100, step: 100, unit: 1000, radius: 0 },
    centers: data.categories.map((_, i) => 50 + 100 * i),
    yOf: (value: number) => 100 - value,
  });
  /** The marks of each series, and whether one of them is at the middle of a category. */
  const marksOf = (data: DrawableChart) => {
    const marks = lineAndAreaMarks({ data, ...chartColors(data, ['#c8321f'], '#ffffff') }, plot(data)).map(
      ({ svg }) => svg,
    );
    return { marks, at: (i: number) => marks.map((svg) => new RegExp(`[ML"]${50 + 100 * i}[, "]`).test(svg)) };
  };

  it('have a gap there, and so has what is stacked on them', () => {
    const series = [
      [10, 10, 10, 10, 10],
      [20, null, 20, 20, 20],
      [30, 30, 30, null, 30],
    ];
    const { at } = marksOf(chart('area', series, { stacked: true }));
    expect([0, 1, 2, 3, 4].map(at)).toEqual([
      [true, true, true],
      [true, false, false],
      [true, true, true],
      [true, true, false],
      [true, true, true],
    ]);
    expect([0, 1, 2].map(marksOf(chart('area', series)).at)[1]).toEqual([true, false, true]);
  });

  it('are thin columns between two gaps of a stack', () => {
    const { marks } = marksOf(
      chart(
        'area',
        [
          [10, 10, 10],
          [null, 20, null],
        ],
        { stacked: true },
      ),
    );
    expect(marks[1]).toContain('y="70" width="9.5" height="20"');
    expect(marks[0]).not.toContain('<rect');
  });
});

describe('marks of a chart', () => {
  it('stand one upon the other, negative ones below', () => {
    const bars = valueBarsOf(chart('column', [[3], [-1], [2], [null]], { stacked: true }), 100, 1000);
    expect(bars.map(({ from, to }) => [from, to])).toEqual([
      [0, 3],
      [0, -1],
      [3, 5],
    ]);
  });

  it('stand side by side within their category', () => {
    const bars = valueBarsOf(
      chart('column', [
        [3, 1],
        [2, 1],
      ]),
      100,
      1000,
    );
    for (const { category, offset, thickness } of bars) {
      expect(offset).toBeGreaterThanOrEqual(category * 100);
      expect(offset + thickness).toBeLessThanOrEqual((category + 1) * 100);
    }
    const [one, other] = bars;
    expect((one?.offset ?? 0) + (one?.thickness ?? 0)).toBeLessThanOrEqual(other?.offset ?? 0);
  });
});

describe('names at the ends of lines', () => {
  it('are moved apart no more than needed, in their order, within the plot', () => {
    expect(moveLabelsApart([50, 10], 10, 0, 100)).toEqual([50, 10]);
    const placed = moveLabelsApart([98, 97, 99, 3], 10, 0, 100);
    const sorted = placed.toSorted((a, b) => a - b);
    for (const [i, middle] of sorted.entries())
      if (i > 0) expect(middle - (sorted[i - 1] ?? 0)).toBeGreaterThanOrEqual(10);
    expect(moveLabelsApart([10, 12], [20, 10], 0, 100)).toEqual([10, 25]);
    expect(Math.max(...placed)).toBeLessThanOrEqual(95);
    expect(Math.min(...placed)).toBeGreaterThanOrEqual(5);
    expect(placed[1]).toBeLessThan(placed[0] ?? 0);
    expect(placed[0]).toBeLessThan(placed[2] ?? 0);
  });
});
