import type { MetricRecord } from '#stack/metric-record-line.ts';

/** Statistics of the values of one metric for one combination of dimensions, as CloudWatch shows them. */
export interface MetricSummary {
  name: string;
  unit: string;
  /** `operation=createRender`; empty for the metric without dimensions. */
  dimensions: string;
  count: number;
  sum: number;
  p50: number;
  p95: number;
  max: number;
}

/** A percentile by the nearest-rank method. @param sortedValues in ascending order, at least one @param fraction 0 to 1 */
const percentile = (sortedValues: readonly number[], fraction: number): number =>
  sortedValues[Math.min(sortedValues.length - 1, Math.ceil(fraction * sortedValues.length) - 1)] ?? 0;

/** The dimensions of a record as text, without `service`, which is always the same. */
const dimensionText = (record: MetricRecord, names: readonly string[]): string =>
  names
    .filter((name) => name !== 'service')
    .map((name) => `${name}=${String(record[name])}`)
    .join(' ');

/** Summarizes records: each metric for each combination of dimensions, sorted by name. */
export function summarizeMetrics(records: Iterable<MetricRecord>): MetricSummary[] {
  const seriesByKey = new Map<string, { name: string; unit: string; dimensions: string; values: number[] }>();
  for (const record of records)
    for (const { Dimensions, Metrics } of record._aws.CloudWatchMetrics)
      for (const dimensionNames of Dimensions)
        for (const { Name: name, Unit: unit } of Metrics) {
          const value = record[name];
          if (typeof value !== 'number') continue;
          const dimensions = dimensionText(record, dimensionNames);
          const key = `${name} ${dimensions}`;
          const entry = seriesByKey.get(key) ?? { name, unit, dimensions, values: [] };
          entry.values.push(value);
          seriesByKey.set(key, entry);
        }
  return [...seriesByKey.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { name, unit, dimensions, values }]) => {
      const sortedValues = values.toSorted((a, b) => a - b);
      const sum = values.reduce((total, value) => total + value, 0);
      return {
        name,
        unit,
        dimensions,
        count: values.length,
        sum,
        p50: percentile(sortedValues, 0.5),
        p95: percentile(sortedValues, 0.95),
        max: sortedValues.at(-1) ?? 0,
      };
    });
}

const numberText = (value: number): string => (Number.isInteger(value) ? String(value) : value.toPrecision(4));

/** The summaries as a table of text. */
export function formatMetricTable(summaries: readonly MetricSummary[]): string {
  const rows = [
    ['metric', 'of', 'count', 'sum', 'p50', 'p95', 'max', 'unit'],
    ...summaries.map(({ name, dimensions, count, sum, p50, p95, max, unit }) => [
      name,
      dimensions,
      ...[count, sum, p50, p95, max].map(numberText),
      unit,
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const isNumber = (column: number): boolean => column >= 2 && column <= 6;
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
