/** The least number of signs to insert, to delete and to replace that makes one text of another. */
export function editDistance(from: string, to: string): number {
  const signs = [...to];
  let row = [0, ...signs.map((_, at) => at + 1)];
  for (const [at, sign] of [...from].entries()) {
    const next = [at + 1];
    for (const [column, other] of signs.entries()) {
      const [left = 0, above = 0, before = 0] = [next[column], row[column + 1], row[column]];
      next.push(Math.min(left + 1, above + 1, before + (sign === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
