import type { BenchResult } from '../result.ts';
import type { Row } from '../row.ts';
import { wantedOf } from '../targets.ts';

const line = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A result as it stands in a README: what measured it, the targets, and the rows without their remarks. */
export function markdownOf({ machine, rows, targets }: BenchResult): string {
  const commands = [...Map.groupBy(rows, ({ measured }) => measured?.at)].flatMap(([at, [first]]) =>
    at === undefined || first?.measured === undefined ? [] : [`\`${first.measured.command}\` (${at.slice(0, 10)})`],
  );
  const runs = Math.max(1, ...rows.map((row) => row.runs ?? 1));
  const where = `${machine.cores} cores (${machine.processor}), ${machine.system}, Node ${machine.node}`;
  const reached = targets.map((target) => [
    target.name,
    wantedOf(target),
    target.reached?.toFixed(target.digits) ?? '',
    target.isMet === undefined ? 'not measured' : target.isMet ? 'met' : 'missed',
  ]);
  const figures = rows.map((row: Row) => [
    row.name,
    row.seconds?.toFixed(2) ?? '',
    row.cpuSeconds?.toFixed(2) ?? '',
    row.ratio === undefined ? '' : `${row.ratio.toFixed(4)} of ${row.base}`,
    row.p50Ms?.toFixed(1) ?? '',
    String(row.runs ?? 1),
  ]);
  return [
    `${commands.join(', ')}; ${where}; ${runs > 1 ? `medians of up to ${runs} runs` : 'one run'}.`,
    markdownTable(['target', 'wanted', 'reached', ''], reached),
    markdownTable(['what', 'wall s', 'CPU s', 'ratio', 'p50 ms', 'runs'], figures),
  ].join('\n\n');
}
