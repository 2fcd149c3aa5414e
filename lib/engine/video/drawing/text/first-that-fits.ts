/**
 * The result of the first of some sizes for which `attempt` has one, found by halving: it is expected to have one for every later size, too.
 * @param sizes from the largest to the smallest
 * @returns undefined if the last one that was attempted has none
 */
export async function firstThatFits<Result>(
  sizes: readonly number[],
  attempt: (size: number) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  let [low, high] = [0, sizes.length - 1];
  let best: Result | undefined;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const result = await attempt(sizes[middle] ?? 0);
    if (result === undefined) low = middle + 1;
    else {
      best = result;
      high = middle - 1;
    }
  }
  return best;
}
