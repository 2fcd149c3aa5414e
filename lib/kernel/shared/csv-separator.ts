/** Separators of cells: those that spreadsheets write in locales with a decimal comma, and the comma. */
export const CSV_SEPARATORS = ['\t', ';', ','] as const;
/** A separator of cells. */
export type CsvSeparator = (typeof CSV_SEPARATORS)[number];

/** A column name for comparisons: in lower case, without outer spaces. */
export const normalizeCsvColumnName = (name: string): string => name.trim().toLowerCase();

/** The number of UTF-16 code units of a text in which the header is searched for separators. */
const MAX_HEADER_LENGTH = 100_000;

/** Finds the positions of each separator in the first row of a text, outside of quotation marks, and the end of that row. */
function findSeparators(text: string): { places: Map<string, number[]>; end: number } {
  const positions = new Map<string, number[]>(CSV_SEPARATORS.map((separator) => [separator, []]));
  let isQuoted = false;
  let position = 0;
  for (; position < Math.min(text.length, MAX_HEADER_LENGTH); position++) {
    const character = text.charAt(position);
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted) {
      if (character === '\n' || character === '\r') break;
      positions.get(character)?.push(position);
    }
  }
  return { places: positions, end: position };
}

const unquoteCell = (cell: string): string => cell.trim().replace(/^"|"$/g, '').replaceAll('""', '"');

/**
 * Detects the separator of comma-separated values by their header: the one that gives the most known column names; among equals, the most
 * frequent one, then the one that is rarest in texts. The comma if the header has no separator. Pure.
 * @param text starts with the header
 * @param knownNames column names in the form of `normalizeCsvColumnName`
 */
export function detectCsvSeparator(text: string, knownNames: ReadonlySet<string> = new Set()): CsvSeparator {
  const { places: positions, end } = findSeparators(text);
  const candidates = CSV_SEPARATORS.map((separator) => {
    const separatorPositions = positions.get(separator) ?? [];
    const names = [...separatorPositions, end].map((nameEnd, index) =>
      text.slice(index === 0 ? 0 : (separatorPositions[index - 1] ?? 0) + 1, nameEnd),
    );
    return {
      separator,
      knownNameCount: names.filter((name) => knownNames.has(normalizeCsvColumnName(unquoteCell(name)))).length,
      nameCount: names.length,
    };
  });
  const [best] = candidates.sort((a, b) => b.knownNameCount - a.knownNameCount || b.nameCount - a.nameCount);
  return best && best.nameCount > 1 ? best.separator : ',';
}
