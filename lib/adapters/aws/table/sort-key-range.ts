/** The greatest text below another one, among texts of the letters that ids have. */
const before = (text: string): string =>
  `${text.slice(0, -1)}${String.fromCharCode(text.charCodeAt(text.length - 1) - 1)}~`;

/** Condition on a sort key, next to that on the partition: DynamoDB takes one, and BETWEEN includes both ends. */
export function sortKeyRange(
  name: string,
  { above, below }: { above?: string | undefined; below?: string | undefined },
): { condition: string; names: Record<string, string>; values: Record<string, string> } {
  if (above === undefined && below === undefined) return { condition: '', names: {}, values: {} };
  const names = { '#sk': name };
  if (above === undefined) return { condition: ' AND #sk < :below', names, values: { ':below': below ?? '' } };
  if (below === undefined) return { condition: ' AND #sk > :above', names, values: { ':above': above } };
  // An empty range is no condition that DynamoDB takes.
  const last = before(below);
  return {
    condition: ' AND #sk BETWEEN :above AND :below',
    names,
    values: { ':above': above < last ? above : last, ':below': last },
  };
}
