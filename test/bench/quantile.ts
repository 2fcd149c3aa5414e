/** The value that this share of the numbers, sorted from the lowest, does not exceed; NaN without numbers. @param share 0 to 1 */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
