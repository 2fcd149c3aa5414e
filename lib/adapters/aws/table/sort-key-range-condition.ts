/** The greatest text below another one, for texts of the characters that ids have (`~` sorts after all of them). */
const greatestBelow = (text: string): string =>
  `${text.slice(0, -1)}${String.fromCharCode(text.charCodeAt(text.length - 1) - 1)}~`;

/**
 * The condition on a sort key, to be appended to that on the partition. `below` is exclusive. `above` is exclusive only without `below`:
 * DynamoDB accepts only one condition on a sort key, and BETWEEN is inclusive.
 */
export function sortKeyRangeCondition(
  name: string,
  { above, below }: { above?: string | undefined; below?: string | undefined },
): { condition: string; names: Record<string, string>; values: Record<string, string> } {
  if (above === undefined && below === undefined) return { condition: '', names: {}, values: {} };
  const names = { '#sk': name };
  if (above === undefined) return { condition: ' AND #sk < :below', names, values: { ':below': below ?? '' } };
  if (below === undefined) return { condition: ' AND #sk > :above', names, values: { ':above': above } };
  // DynamoDB refuses a range whose lower bound is above its upper bound.
  const greatestKey = greatestBelow(below);
  return {
    condition: ' AND #sk BETWEEN :above AND :below',
    names,
    values: { ':above': above < greatestKey ? above : greatestKey, ':below': greatestKey },
  };
}
