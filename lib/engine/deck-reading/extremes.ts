/**
 * The largest of numbers, −Infinity for none. Files have long lists of them: a call with an argument for each, as of `Math.max`, would
 * overflow the stack.
 */
export const largestOf = (values: Iterable<number>): number => {
  let largest = -Infinity;
  for (const value of values) if (value > largest) largest = value;
  return largest;
};

/** The smallest of numbers, Infinity for none. */
export const smallestOf = (values: Iterable<number>): number => {
  let smallest = Infinity;
  for (const value of values) if (value < smallest) smallest = value;
  return smallest;
};
