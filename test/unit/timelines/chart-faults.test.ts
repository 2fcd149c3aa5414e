import { describe, expect, it } from 'vitest';
import type { DrawableChart } from '#engine/video/drawing/drawable-chart.ts';
import { chartFaults } from '#features/timelines/slide-fields/chart-faults.ts';

const chart = {
  type: 'column',
  categories: ['2025', '2026'],
  series: [{ name: 'Revenue', values: [4.2, 5] }],
} as const;

describe('faults of a chart', () => {
  it('are names that the chart does not have', () => {
    const named = { ...chart, highlight: ['2026', 'Revenue', 'Cost'], annotations: [{ at: 'Revenue', text: 'Here' }] };
    expect(chartFaults(named).map(({ param }) => param)).toEqual(['chart.highlight[2]', 'chart.annotations[0].at']);
    expect(chartFaults({ ...named, highlight: ['2025'], annotations: [{ at: '2025', text: 'Here' }] })).toEqual([]);
  });

  it('are what needs an axis, in a chart without one', () => {
    const said = { axis_titles: { y: 'Euro' }, target: { value: 4 }, annotations: [{ at: '2025', text: 'Here' }] };
    expect(chartFaults({ ...chart, ...said })).toEqual([]);
    expect(chartFaults({ ...chart, ...said, type: 'donut' }).map(({ param }) => param)).toEqual([
      'chart.axis_titles',
      'chart.target',
      'chart.annotations',
    ]);
    expect(chartFaults({ ...chart, type: 'donut', annotations: [], highlight: ['2025'], source: 'Here' })).toEqual([]);
  });

  it('are too many series, or too few', () => {
    const two = { ...chart, series: [...chart.series, ...chart.series] };
    const faultsOf = (type: 'combo' | 'waterfall' | 'funnel', value: Pick<DrawableChart, 'categories' | 'series'>) =>
      chartFaults({ ...value, type }).map(({ param }) => param);
    expect(faultsOf('combo', chart)).toEqual(['chart.series']);
    expect([faultsOf('combo', two), faultsOf('waterfall', chart), faultsOf('funnel', chart)]).toEqual([[], [], []]);
    expect([faultsOf('waterfall', two), faultsOf('funnel', two)]).toEqual([['chart.series'], ['chart.series']]);
  });

  it('are values that do not fit, or that no whole has', () => {
    expect(chartFaults({ ...chart, categories: ['2025'] }).map(({ param }) => param)).toEqual([
      'chart.series[0].values',
    ]);
    const negative = { ...chart, type: 'pie' as const, series: [{ name: '', values: [1, -1] }] };
    expect(chartFaults(negative).map(({ param }) => param)).toEqual(['chart.series[0].values']);
  });
});
