/** Separators of cells: those that spreadsheets write in locales with a decimal comma, and the comma. */
export const CSV_SEPARATORS = ['\t', ';', ','] as const;
/** A separator of cells. */
export type CsvSeparator = (typeof CSV_SEPARATORS)[number];

/** A column name for comparisons: in lower case, without outer spaces. */
export const normalizeCsvColumnName = (name: string): string => name.trim().toLowerCase();

/** The most UTF-16 code units of a header that are examined. */
const MAX_HEADER = 100_000;

/** Finds the positions of each separator in the first row of a text, outside of quotation marks, and the end of that row. */
function separatorPlaces(text: string): { places: Map<string, number[]>; end: number } {
  const places = new Map<string, number[]>(CSV_SEPARATORS.map((separator) => [separator, []]));
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
 * Detects the separator of comma-separated values by their header: the one that gives the most known column names; among equals, the most
 * frequent one, then the one that is rarest in texts. The comma if the header has no separator. Pure.
 * @param text starts with the header
 * @param known column names in the form of `normalizeCsvColumnName`
 */
export function detectCsvSeparator(text: string, known: ReadonlySet<string> = new Set()): CsvSeparator {
  const { places, end } = separatorPlaces(text);
  const scored = CSV_SEPARATORS.map((separator) => {
    const found = places.get(separator) ?? [];
    const names = [...found, end].map((to, index) => text.slice(index === 0 ? 0 : (found[index - 1] ?? 0) + 1, to));
    return {
      separator,
      known: names.filter((name) => known.has(normalizeCsvColumnName(unquoted(name)))).length,
      of: names.length,
    };
  });
  const [best] = scored.sort((a, b) => b.known - a.known || b.of - a.of);
  return best && best.of > 1 ? best.separator : ',';
}
