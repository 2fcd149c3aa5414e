import { describe, expect, it } from 'vitest';
import { chartFaults } from '#engine/video/drawing/chart-faults.ts';
import type { DrawableChart } from '#engine/video/drawing/drawable-chart.ts';

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

  it('are data of another form than that of the type', () => {
    const points = [{ x: 1, y: 2, label: 'A' }];
    const scatter: DrawableChart = { type: 'scatter', categories: [], series: [{ name: 's', values: [], points }] };
    const paramsOf = (more: Partial<DrawableChart>) => chartFaults({ ...scatter, ...more }).map(({ param }) => param);
    expect(paramsOf({ highlight: ['A', 's'], annotations: [{ at: 'A', text: 'Here' }], target: { value: 3 } })).toEqual(
      [],
    );
    expect(paramsOf({ highlight: ['B'], annotations: [{ at: 's', text: 'Here' }] })).toEqual([
      ...['chart.highlight[0]', 'chart.annotations[0].at'],
    ]);
    expect(paramsOf({ categories: ['2025'], range: { min: 0, max: 1 }, thresholds: [1] })).toEqual([
      ...['chart.categories', 'chart.range', 'chart.thresholds'],
    ]);
    expect(
      paramsOf({
        series: [
          { name: '', values: [1] },
          { name: '', values: [] },
        ],
      }),
    ).toEqual([...['chart.series[0].values', 'chart.series[1].points']]);
    const column = { ...chart, series: [{ name: '', values: [1, 2], points }] };
    expect(chartFaults(column).map(({ param }) => param)).toEqual(['chart.series[0].points']);
    expect(chartFaults({ ...chart, categories: [] }).map(({ param }) => param)).toEqual(['chart.categories']);
  });

  it('are a gauge without one value, and what is outside of its range', () => {
    const gauge: DrawableChart = { type: 'gauge', categories: [], series: [{ name: 's', values: [40] }] };
    const paramsOf = (more: Partial<DrawableChart>) => chartFaults({ ...gauge, ...more }).map(({ param }) => param);
    expect(paramsOf({ target: { value: 100 }, thresholds: [20, 80] })).toEqual([]);
    expect(paramsOf({ format: 'percent' })).toEqual(['chart.series[0].values[0]']);
    expect(paramsOf({ range: { min: 50, max: 60 }, target: { value: 70 }, thresholds: [55, 55, 60] })).toEqual([
      ...['chart.series[0].values[0]', 'chart.target.value', 'chart.thresholds[1]', 'chart.thresholds[2]'],
    ]);
    expect(paramsOf({ range: { min: 1, max: 1 } })).toEqual(['chart.range']);
    expect(paramsOf({ series: [{ name: '', values: [null] }] })).toEqual(['chart.series[0].values']);
    expect(paramsOf({ series: [{ name: '', values: [1, 2] }] })).toEqual(['chart.series[0].values']);
    expect(paramsOf({ axis_titles: { x: 'x' }, annotations: [{ at: 's', text: 'x' }] })).toHaveLength(3);
  });

  it('are values that do not fit, or that no whole has', () => {
    expect(chartFaults({ ...chart, categories: ['2025'] }).map(({ param }) => param)).toEqual([
      'chart.series[0].values',
    ]);
    const negative = { ...chart, type: 'pie' as const, series: [{ name: '', values: [1, -1] }] };
    expect(chartFaults(negative).map(({ param }) => param)).toEqual(['chart.series[0].values']);
  });
});
