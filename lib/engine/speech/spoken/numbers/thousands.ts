/** A number as its groups of three figures, from the highest; groups of zero are left out. `power`: of a thousand. */
export function splitIntoThousands(value: number): { group: number; power: number }[] {
  const groups: { group: number; power: number }[] = [];
  for (let [rest, power] = [value, 0]; rest > 0; rest = Math.floor(rest / 1000), power++)
    if (rest % 1000 > 0) groups.unshift({ group: rest % 1000, power });
  return groups;
}
