/**
 * Finds by bisection the largest size for which `attempt` returns a result, and returns that result. Every smaller size is expected to have
 * one as well.
 * @param sizes from the largest to the smallest
 * @returns undefined if no attempted size has a result
 */
export async function findResultAtLargestSize<Result>(
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
