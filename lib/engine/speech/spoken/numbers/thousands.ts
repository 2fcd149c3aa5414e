/** A number as its groups of three figures, from the highest; groups of zero are left out. `power` is the exponent of a thousand. */
export function splitIntoThousands(value: number): { group: number; power: number }[] {
  const groups: { group: number; power: number }[] = [];
  for (let [remaining, power] = [value, 0]; remaining > 0; remaining = Math.floor(remaining / 1000), power++)
    if (remaining % 1000 > 0) groups.unshift({ group: remaining % 1000, power });
  return groups;
}
