/**
 * Returns the canonical text of a JSON value, equal for values that mean the same: members sorted by name, no white space, numbers and
 * strings as JSON.stringify writes them. Undefined members are left out, as in JSON.
 * @param textOf returns the text of an object that is not JSON, such as bytes; undefined for all other objects
 */
export function serializeCanonicalJson(
  value: unknown,
  textOf: (value: object) => string | undefined = () => undefined,
): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const text = textOf(value);
  if (text !== undefined) return text;
  const toText = (part: unknown): string => serializeCanonicalJson(part, textOf);
  if (Array.isArray(value)) return `[${value.map(toText).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${toText(member)}`);
  return `{${members.join(',')}}`;
}
