/** Items in lists of `size`; the last one may be shorter. */
export const inChunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/** Items in as few lists of about equal length as `max` items in each allow; at least one list. */
export const inChunks = <Item>(items: readonly Item[], max: number): Item[][] => {
  const count = Math.max(1, Math.ceil(items.length / max));
  return items.length === 0 ? [[]] : inChunksOf(items, Math.ceil(items.length / count));
};
