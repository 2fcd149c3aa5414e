import type { Row } from './row.ts';

/** Figures of which the worst run counts, not the one in the middle: they are guards. */
const WORST: Partial<Record<keyof Row, (...values: number[]) => number>> = {
  ssimMin: Math.min,
  offsetFrames: Math.max,
};
const FIGURES = [
  ...['seconds', 'cpuSeconds', 'ratio', 'cpuRatio', 'bytes', 'frames', 'filmSeconds', 'ssimMean', 'ssimMin'],
  ...['peakBytes', 'treeBytes', 'offsetFrames', 'p50Ms', 'p95Ms', 'p99Ms', 'cpuMs'],
] as const satisfies readonly (keyof Row)[];

/** The middle one of some numbers, or the mean of the two in the middle. @throws RangeError when there are none */
export function medianNumber(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [lower, upper] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (lower === undefined || upper === undefined) throw new RangeError('a median of nothing');
  return (lower + upper) / 2;
}

/**
 * The rows of several runs as one row for each id, in the order of their first appearance: of each figure the median, and of
 * the guards the worst. The ratios are those within each run: give rows that have theirs. What is text comes from the run in the
 * middle. A row of one run stays as it is.
 */
export function medianRows(runs: readonly (readonly Row[])[]): Row[] {
  const byId = Map.groupBy(runs.flat(), ({ id }) => id);
  return [...byId.values()].flatMap((rows) => (rows.length === 1 ? rows : medianRow(rows)));
}

function medianRow(rows: readonly Row[]): Row[] {
  const sorted = rows.toSorted((a, b) => (a.seconds ?? 0) - (b.seconds ?? 0));
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (!middle) return [];
  const row: Row = { ...middle, runs: rows.length };
  for (const figure of FIGURES) {
    const values = rows.map((one) => one[figure]).filter((value) => value !== undefined);
    if (values.length > 0) row[figure] = WORST[figure]?.(...values) ?? medianNumber(values);
  }
  const times = rows.map(({ seconds }) => seconds).filter((value) => value !== undefined);
  if (times.length > 0) {
    row.fastestSeconds = Math.min(...times);
    row.slowestSeconds = Math.max(...times);
  }
  return [row];
}
