/** Widths that a column of a table needs, all in one unit of length. */
export interface ColumnWidthNeeds {
  /** The width at which no cell is wrapped. */
  natural: number;
  /** The smallest width at which no word is broken. */
  least: number;
  /** The mean width of its cells, by which room is divided if the natural widths do not fit. */
  typical: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** The widths, by index, of columns that need no more than an equal share, as far as the smallest widths of the others still fit. */
function settleNarrowColumns(needs: readonly ColumnWidthNeeds[], room: number): Map<number, number> {
  const settled = new Map<number, number>();
  const byWidth = [...needs.keys()].sort((a, b) => (needs[a]?.natural ?? 0) - (needs[b]?.natural ?? 0));
  let widthLeft = room;
  let leastWidthLeft = sum(needs.map((need) => need.least));
  for (const index of byWidth) {
    const need = needs[index];
    if (
      !need ||
      need.natural > widthLeft / (needs.length - settled.size) ||
      widthLeft - need.natural < leastWidthLeft - need.least
    )
      break;
    settled.set(index, need.natural);
    widthLeft -= need.natural;
    leastWidthLeft -= need.least;
  }
  return settled;
}

/**
 * The widths of the columns of a table, in the unit of `needs` and `room`. If all columns fit, each is as wide as its content. Otherwise the
 * wide columns share the width that the others leave, in proportion to their content. The sum is at most `room`.
 */
export function fitColumnWidths(needs: readonly ColumnWidthNeeds[], room: number): number[] {
  const least = sum(needs.map((need) => need.least));
  if (least >= room) return needs.map((need) => (need.least / least) * room);
  if (sum(needs.map(({ natural }) => natural)) <= room) return needs.map(({ natural }) => natural);
  const settled = settleNarrowColumns(needs, room);
  // The algorithm of CSS flexible boxes (section 9.7): in each round, items that exceed a bound are frozen at it.
  for (;;) {
    const openColumns = needs.map((need, index) => ({ need, index })).filter(({ index }) => !settled.has(index));
    const widthLeft = room - sum([...settled.values()]);
    const totalWeight = sum(openColumns.map(({ need }) => need.typical));
    const shares = openColumns.map(({ need, index }) => {
      const share = totalWeight > 0 ? (widthLeft * need.typical) / totalWeight : widthLeft / openColumns.length;
      return { index, share, bound: Math.min(Math.max(share, need.least), need.natural) };
    });
    const excess = sum(shares.map(({ bound, share }) => bound - share));
    const isSettled = ({ bound, share }: { bound: number; share: number }): boolean =>
      Math.abs(excess) < 1e-6 || (excess > 0 ? bound > share : bound < share);
    for (const settledShare of shares) if (isSettled(settledShare)) settled.set(settledShare.index, settledShare.bound);
    if (settled.size === needs.length) return needs.map((_, index) => settled.get(index) ?? 0);
  }
}
