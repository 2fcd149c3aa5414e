/** The greatest text below another one, among texts of the characters that ids have. */
const greatestBelow = (text: string): string =>
  `${text.slice(0, -1)}${String.fromCharCode(text.charCodeAt(text.length - 1) - 1)}~`;

/**
 * Condition on a sort key, to follow that on the partition. `below` is always left out; `above` is left out only if it is alone:
 * DynamoDB takes one condition, and BETWEEN includes both ends.
 */
export function sortKeyRange(
  name: string,
  { above, below }: { above?: string | undefined; below?: string | undefined },
): { condition: string; names: Record<string, string>; values: Record<string, string> } {
  if (above === undefined && below === undefined) return { condition: '', names: {}, values: {} };
  const names = { '#sk': name };
  if (above === undefined) return { condition: ' AND #sk < :below', names, values: { ':below': below ?? '' } };
  if (below === undefined) return { condition: ' AND #sk > :above', names, values: { ':above': above } };
  // DynamoDB refuses an empty range.
  const last = greatestBelow(below);
  return {
    condition: ' AND #sk BETWEEN :above AND :below',
    names,
    values: { ':above': above < last ? above : last, ':below': last },
  };
}
