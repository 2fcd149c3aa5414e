/** One thing that has to hold at the end of a run. */
export interface Check {
  /** What was counted or compared. */
  what: string;
  wanted: string | number;
  seen: string | number;
  /** Whether it is true. By default what was seen must be what was wanted. */
  holds?: boolean;
}

const holds = ({ holds: isMet, wanted, seen }: Check): boolean => isMet ?? String(wanted) === String(seen);

/** Those that do not hold, in words. */
export const brokenOf = (checks: readonly Check[]): string[] =>
  checks
    .filter((check) => !holds(check))
    .map(({ what, wanted, seen }) => `${what}: ${seen} where ${wanted} was wanted`);

/** The checks as a table of text, each with a mark. */
export function checkTable(checks: readonly Check[]): string {
  const rows = [
    ['', 'check', 'wanted', 'seen'],
    ...checks.map((check) => [holds(check) ? 'ok' : 'BROKEN', check.what, String(check.wanted), String(check.seen)]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/**
 * Prints the figures of a run and what had to hold.
 * @throws Error, which ends a command with exit code 1, when a check does not hold, or when there is none
 */
export function report(figures: object, checks: readonly Check[]): void {
  console.log(JSON.stringify(figures, null, 2));
  console.log(`\n${checkTable(checks)}\n`);
  const broken = checks.length === 0 ? ['nothing was checked'] : brokenOf(checks);
  if (broken.length > 0) throw new Error(broken.join('; '));
}

/** How often each value occurs. */
export function countBy(values: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
