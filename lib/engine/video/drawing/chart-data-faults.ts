import type { RequestFault } from '#kernel/shared/errors.ts';
import { chartFacts, type DrawableChart, gaugeRange } from './drawable-chart.ts';

const fault = (param: string, message: string): RequestFault => ({ param: `chart.${param}`, message });

/** Finds data that do not have the form that the type of a chart needs: categories, values, points, and the scale of a gauge. */
export function chartDataFaults(chart: DrawableChart): RequestFault[] {
  const { data } = chartFacts(chart.type);
  if (data === 'points') return [...categoryFaults(chart), ...pointFaults(chart), ...scaleFaults(chart)];
  if (data === 'value') return [...categoryFaults(chart), ...strayPointFaults(chart), ...gaugeFaults(chart)];
  return [...lengthFaults(chart), ...strayPointFaults(chart), ...scaleFaults(chart)];
}

/** Finds missing categories, and series with another number of values than the chart has categories. */
function lengthFaults({ type, categories: { length }, series }: DrawableChart): RequestFault[] {
  if (length === 0) return [fault('categories', `Is needed: a ${type} chart has one value for each category.`)];
  return series.flatMap(({ values }, index) =>
    values.length === length
      ? []
      : [fault(`series[${index}].values`, `Has ${values.length} values where the chart has ${length} categories.`)],
  );
}

/** Finds categories in a chart without any. */
const categoryFaults = ({ type, categories }: DrawableChart): RequestFault[] =>
  categories.length > 0 ? [fault('categories', `A ${type} chart has no categories: leave them out.`)] : [];

/** Finds series of a scatter chart that have values, or no points. */
const pointFaults = ({ type, series }: DrawableChart): RequestFault[] =>
  series.flatMap(({ values, points = [] }, index) => {
    if (values.length > 0) return [fault(`series[${index}].values`, `A ${type} chart has \`points\` instead.`)];
    return points.length === 0 ? [fault(`series[${index}].points`, `Is needed: a ${type} chart has points.`)] : [];
  });

/** Finds points in a chart that shows none. */
const strayPointFaults = ({ type, series }: DrawableChart): RequestFault[] =>
  series.flatMap(({ points = [] }, index) =>
    points.length > 0
      ? [fault(`series[${index}].points`, `A ${type} chart has \`values\` instead; points need the type \`scatter\`.`)]
      : [],
  );

/** Finds a range or thresholds, which only a gauge has, in a chart of another type. */
const scaleFaults = ({ type, range, thresholds = [] }: DrawableChart): RequestFault[] => [
  ...(range ? [fault('range', `A ${type} chart has none: only a gauge has one.`)] : []),
  ...(thresholds.length > 0 ? [fault('thresholds', `A ${type} chart has none: only a gauge has them.`)] : []),
];

/** Finds faults of a gauge: an empty range, a number of known values other than one, values outside the range, unordered thresholds. */
function gaugeFaults(chart: DrawableChart): RequestFault[] {
  const { min, max } = gaugeRange(chart);
  if (min >= max) return [fault('range', '`max` must be above `min`.')];
  const values = chart.series[0]?.values ?? [];
  const [value] = values;
  if (values.length !== 1 || value === null || value === undefined)
    return [fault('series[0].values', 'A gauge chart has one value.')];
  const isWithin = (number: number): boolean => number >= min && number <= max;
  const outsideRange = `is outside of ${min} to ${max}: change it, or \`range\`.`;
  const { thresholds = [], target } = chart;
  return [
    ...(isWithin(value) ? [] : [fault('series[0].values[0]', `${value} ${outsideRange}`)]),
    ...(target && !isWithin(target.value) ? [fault('target.value', `${target.value} ${outsideRange}`)] : []),
    ...thresholds.flatMap((threshold, index) =>
      threshold > (thresholds[index - 1] ?? min) && threshold < max
        ? []
        : [fault(`thresholds[${index}]`, `Must be above the one before it, and between ${min} and ${max}.`)],
    ),
  ];
}
