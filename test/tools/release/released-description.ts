/** Keys whose text says nothing that a program relies on. */
const WORDS: ReadonlySet<string> = new Set(['description', 'summary', 'example', 'examples', 'tags', 'servers']);

/**
 * The description of the API without its prose, as one release keeps it for the next to be compared with. A property may have any
 * name, so the keys of `properties` stay.
 */
export function withoutWords(value: unknown, isOfNames = false): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutWords(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isOfNames || !WORDS.has(key))
      .map(([key, one]) => [key, withoutWords(one, !isOfNames && (key === 'properties' || key === 'paths'))]),
  );
}
