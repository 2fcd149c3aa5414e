import type { MetricRecord } from '#stack/record-line.ts';

/** The values of one metric under one set of dimensions, as CloudWatch shows them. */
export interface MetricSummary {
  name: string;
  unit: string;
  /** `operation=createRender`; empty over everything. */
  dimensions: string;
  count: number;
  sum: number;
  p50: number;
  p95: number;
  max: number;
}

/** The value below which a share of sorted values lies (nearest rank). @param sorted ascending, at least one */
const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;

/** `service` is the same everywhere. */
const named = (record: MetricRecord, names: readonly string[]): string =>
  names
    .filter((name) => name !== 'service')
    .map((name) => `${name}=${String(record[name])}`)
    .join(' ');

/** Summarizes the records of a period: every metric under every set of dimensions, sorted by name. */
export function summarize(records: Iterable<MetricRecord>): MetricSummary[] {
  const found = new Map<string, { name: string; unit: string; dimensions: string; values: number[] }>();
  for (const record of records)
    for (const { Dimensions, Metrics } of record._aws.CloudWatchMetrics)
      for (const set of Dimensions)
        for (const { Name: name, Unit: unit } of Metrics) {
          const value = record[name];
          if (typeof value !== 'number') continue;
          const dimensions = named(record, set);
          const key = `${name} ${dimensions}`;
          const entry = found.get(key) ?? { name, unit, dimensions, values: [] };
          entry.values.push(value);
          found.set(key, entry);
        }
  return [...found.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { name, unit, dimensions, values }]) => {
      const sorted = values.toSorted((a, b) => a - b);
      const sum = values.reduce((total, value) => total + value, 0);
      return {
        name,
        unit,
        dimensions,
        count: values.length,
        sum,
        p50: percentile(sorted, 0.5),
        p95: percentile(sorted, 0.95),
        max: sorted.at(-1) ?? 0,
      };
    });
}

const shown = (value: number): string => (Number.isInteger(value) ? String(value) : value.toPrecision(4));

/** The summaries as a table of text. */
export function metricTable(summaries: readonly MetricSummary[]): string {
  const rows = [
    ['metric', 'of', 'count', 'sum', 'p50', 'p95', 'max', 'unit'],
    ...summaries.map(({ name, dimensions, count, sum, p50, p95, max, unit }) => [
      name,
      dimensions,
      ...[count, sum, p50, p95, max].map(shown),
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
