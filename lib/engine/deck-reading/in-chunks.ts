/** Splits items into lists of `size` items; the last list may be shorter. @returns no list for no items */
export const chunksOfSize = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** Splits items into the fewest lists of at most `maxSize` items, of about equal length. @returns one empty list for no items */
export const evenChunks = <Item>(items: readonly Item[], maxSize: number): Item[][] => {
  const count = Math.max(1, Math.ceil(items.length / maxSize));
  return items.length === 0 ? [[]] : chunksOfSize(items, Math.ceil(items.length / count));
};
