import type { Row } from './row.ts';

export const MIB = 2 ** 20;

const COLUMNS: readonly { head: string; show(row: Row): string | undefined }[] = [
  { head: 'what', show: ({ name }) => name },
  { head: 'wall s', show: ({ seconds }) => seconds?.toFixed(2) },
  { head: 'CPU s', show: ({ cpuSeconds }) => cpuSeconds?.toFixed(2) },
  { head: 'ratio', show: ({ ratio }) => ratio?.toFixed(4) },
  { head: 'CPU', show: ({ cpuRatio }) => cpuRatio?.toFixed(4) },
  { head: 'to', show: ({ base }) => base },
  { head: 'MB', show: ({ bytes }) => (bytes === undefined ? undefined : (bytes / 1e6).toFixed(1)) },
  { head: 'frames', show: ({ frames }) => frames?.toString() },
  { head: 'SSIM mean', show: ({ ssimMean }) => ssimMean?.toFixed(4) },
  { head: 'SSIM min', show: ({ ssimMin }) => ssimMin?.toFixed(4) },
  { head: 'p50 ms', show: ({ p50Ms }) => p50Ms?.toFixed(1) },
  { head: 'p95 ms', show: ({ p95Ms }) => p95Ms?.toFixed(1) },
  { head: 'p99 ms', show: ({ p99Ms }) => p99Ms?.toFixed(1) },
  { head: 'CPU ms', show: ({ cpuMs }) => cpuMs?.toFixed(1) },
  { head: 'peak MiB', show: ({ peakBytes }) => (peakBytes === undefined ? undefined : (peakBytes / MIB).toFixed(0)) },
  { head: 'tree MiB', show: ({ treeBytes }) => (treeBytes === undefined ? undefined : (treeBytes / MIB).toFixed(0)) },
  { head: '', show: remarkOf },
];

function remarkOf({ note, missing, error }: Row): string | undefined {
  if (error !== undefined) return `FAILED: ${error}`;
  return missing === undefined ? note : `did not run here: ${missing}`;
}

/** The rows as a table of text. A column that no row fills is left out. */
export function formatTable(rows: readonly Row[]): string {
  const columns = COLUMNS.map(({ head, show }) => ({ head, cells: rows.map((row) => show(row) ?? '') }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .map(({ head, cells }) => ({ head, cells, width: Math.max(head.length, ...cells.map(({ length }) => length)) }));
  const line = (cellOf: (column: (typeof columns)[number]) => string): string =>
    columns
      .map((column, i) => {
        const isText = i === 0 || column.head === '' || column.head === 'to';
        return isText ? cellOf(column).padEnd(column.width) : cellOf(column).padStart(column.width);
      })
      .join('  ')
      .trimEnd();
  return [line(({ head }) => head), ...rows.map((_, at) => line(({ cells }) => cells[at] ?? ''))].join('\n');
}
