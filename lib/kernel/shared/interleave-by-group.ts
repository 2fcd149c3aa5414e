/** Reorders a list round-robin by group: the first entry of each group, then the second of each, and so on. Keeps the order within a group. */
export function interleaveByGroup<Entry>(list: readonly Entry[], groupOf: (entry: Entry) => string): Entry[] {
  const counts = new Map<string, number>();
  return list
    .map((entry) => {
      const group = groupOf(entry);
      const rank = counts.get(group) ?? 0;
      counts.set(group, rank + 1);
      return { entry, rank };
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}
