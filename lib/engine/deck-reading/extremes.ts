/**
 * The largest of numbers; −Infinity for none. `Math.max(...values)` passes an argument for each number, and would overflow the stack for
 * the long lists of a hostile file.
 */
export const largestOf = (values: Iterable<number>): number => {
  let largest = -Infinity;
  for (const value of values) if (value > largest) largest = value;
  return largest;
};

/** The smallest of numbers; Infinity for none. */
export const smallestOf = (values: Iterable<number>): number => {
  let smallest = Infinity;
  for (const value of values) if (value < smallest) smallest = value;
  return smallest;
};
