/** Width requirements of a column of a table, all in one unit of length. */
export interface ColumnWish {
  /** No cell is wrapped. */
  natural: number;
  /** No word is broken. */
  least: number;
  /** The mean of its cells: how much of the room it should get where all cannot have what they want. */
  typical: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Columns that want no more than an equal share have it, as long as the words of the others keep their room. */
function settleShort(wishes: readonly ColumnWish[], room: number): Map<number, number> {
  const settled = new Map<number, number>();
  const byWidth = [...wishes.keys()].sort((a, b) => (wishes[a]?.natural ?? 0) - (wishes[b]?.natural ?? 0));
  let left = room;
  let least = sum(wishes.map((wish) => wish.least));
  for (const index of byWidth) {
    const wish = wishes[index];
    if (!wish || wish.natural > left / (wishes.length - settled.size) || left - wish.natural < least - wish.least)
      break;
    settled.set(index, wish.natural);
    left -= wish.natural;
    least -= wish.least;
  }
  return settled;
}

/**
 * The widths of columns that have a room in common: each as wide as its content where that is possible, else the long ones
 * share what the others leave, in proportion to their content. The sum is never above `room`.
 */
export function columnWidths(wishes: readonly ColumnWish[], room: number): number[] {
  const least = sum(wishes.map((wish) => wish.least));
  if (least >= room) return wishes.map((wish) => (wish.least / least) * room);
  if (sum(wishes.map(({ natural }) => natural)) <= room) return wishes.map(({ natural }) => natural);
  const settled = settleShort(wishes, room);
  // As flexible boxes of CSS share a line: what is set to one of its bounds leaves the round.
  for (;;) {
    const open = wishes.map((wish, index) => ({ wish, index })).filter(({ index }) => !settled.has(index));
    const left = room - sum([...settled.values()]);
    const weight = sum(open.map(({ wish }) => wish.typical));
    const shares = open.map(({ wish, index }) => {
      const share = weight > 0 ? (left * wish.typical) / weight : left / open.length;
      return { index, share, bound: Math.min(Math.max(share, wish.least), wish.natural) };
    });
    const excess = sum(shares.map(({ bound, share }) => bound - share));
    const isSettled = ({ bound, share }: { bound: number; share: number }): boolean =>
      Math.abs(excess) < 1e-6 || (excess > 0 ? bound > share : bound < share);
    for (const each of shares) if (isSettled(each)) settled.set(each.index, each.bound);
    if (settled.size === wishes.length) return wishes.map((_, index) => settled.get(index) ?? 0);
  }
}
