import type { RequestFault } from '#kernel/shared/errors.ts';
import { chartDataFaults } from './chart-data-faults.ts';
import {
  chartCategoryOrPointNames,
  chartFacts,
  type DrawableChart,
  doesChartShowParts,
  hasChartValueAxis,
} from './drawable-chart.ts';

/** Finds series, and options about them, that do not fit the categories or the type of a chart. */
export const chartFaults = (chart: DrawableChart): RequestFault[] => [
  ...chartDataFaults(chart),
  ...wholeFaults(chart),
  ...seriesFaults(chart),
  ...nameFaults(chart),
  ...axisFaults(chart),
];

/**
 * Finds faults of a chart that shows the parts of a whole: several series, negative values, and no value above 0. Other charts have no such
 * faults.
 */
function wholeFaults(chart: DrawableChart): RequestFault[] {
  const { type, series } = chart;
  if (!doesChartShowParts(chart)) return [];
  const faults: RequestFault[] = [];
  const values = series[0]?.values ?? [];
  if (series.length > 1) faults.push({ param: 'chart.series', message: `A ${type} chart has one series.` });
  if (values.some((value) => value !== null && value < 0))
    faults.push({ param: 'chart.series[0].values', message: `A ${type} chart has no negative values.` });
  else if (!values.some((value) => value !== null && value > 0))
    faults.push({ param: 'chart.series[0].values', message: `A ${type} chart needs a value above 0.` });
  return faults;
}

/** Finds too many, or too few, series. */
function seriesFaults({ type, series: { length } }: DrawableChart): RequestFault[] {
  const { series } = chartFacts(type);
  const fault = (message: string): RequestFault[] => [{ param: 'chart.series', message }];
  if (series === 'one' && length > 1) return fault(`A ${type} chart has one series.`);
  return series === 'line' && length < 2 ? fault(`A ${type} chart has two series or more: the last is the line.`) : [];
}

/** Finds highlighted names, and names at which notes are, that the chart does not have. */
function nameFaults(chart: DrawableChart): RequestFault[] {
  const { type, series, highlight = [], annotations = [] } = chart;
  const categoryOrPointNames = chartCategoryOrPointNames(chart);
  const names = new Set([...categoryOrPointNames, ...series.map(({ name }) => name)]);
  const placeDescription = chartFacts(type).data === 'points' ? 'the label of a point' : 'the name of a category';
  const placeOrSeriesDescription = placeDescription.startsWith('the label')
    ? `${placeDescription} or the name of a series`
    : `${placeDescription} or a series`;
  const fault = (param: string, message: string): RequestFault => ({ param, message });
  return [
    ...highlight.flatMap((name, index) =>
      names.has(name) ? [] : [fault(`chart.highlight[${index}]`, `Must be ${placeOrSeriesDescription}.`)],
    ),
    ...annotations.flatMap(({ at }, index) =>
      categoryOrPointNames.includes(at)
        ? []
        : [fault(`chart.annotations[${index}].at`, `Must be ${placeDescription}.`)],
    ),
  ];
}

/** Finds options that need an axis of values, in a chart without one. */
function axisFaults(chart: DrawableChart): RequestFault[] {
  if (hasChartValueAxis(chart)) return [];
  const optionsNeedingAxis = (['axis_titles', 'target', 'annotations'] as const).filter((name) => {
    const value = chart[name];
    if (name === 'target' && chart.type === 'gauge') return false;
    return Array.isArray(value) ? value.length > 0 : value !== undefined;
  });
  return optionsNeedingAxis.map((name) => ({
    param: `chart.${name}`,
    message: `A ${chart.type} chart has no axis: remove it, or choose another type.`,
  }));
}
