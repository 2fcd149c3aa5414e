import { SEPARATORS, type Separator } from './csv-text.ts';

/** A name of a column as it is compared: without case and without spaces at its ends. */
export const columnKey = (name: string): string => name.trim().toLowerCase();

/** A longer header is judged by its beginning. In UTF-16 code units. */
const MAX_HEADER = 100_000;

/** Finds the places of each separator in the first row of a text, outside of quotation marks, and the end of that row. */
function separatorPlaces(text: string): { places: Map<string, number[]>; end: number } {
  const places = new Map<string, number[]>(SEPARATORS.map((separator) => [separator, []]));
  let isQuoted = false;
  let place = 0;
  for (; place < Math.min(text.length, MAX_HEADER); place++) {
    const character = text.charAt(place);
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted) {
      if (character === '\n' || character === '\r') break;
      places.get(character)?.push(place);
    }
  }
  return { places, end: place };
}

const unquoted = (cell: string): string => cell.trim().replace(/^"|"$/g, '').replaceAll('""', '"');

/**
 * Detects the separator of the cells of a file from its header: the one that gives most known names, then the most frequent
 * one, each outside of quotation marks. The default is the comma. Pure.
 * @param text starts with the header
 * @param known names of columns, as `columnKey` gives them
 */
export function separatorOf(text: string, known: ReadonlySet<string>): Separator {
  const { places, end } = separatorPlaces(text);
  const scored = SEPARATORS.map((separator) => {
    const stands = places.get(separator) ?? [];
    const names = [...stands, end].map((to, index) => text.slice(index === 0 ? 0 : (stands[index - 1] ?? 0) + 1, to));
    return { separator, known: names.filter((name) => known.has(columnKey(unquoted(name)))).length, of: names.length };
  });
  scored.sort((a, b) => b.known - a.known || b.of - a.of);
  return scored[0]?.separator ?? ',';
}
