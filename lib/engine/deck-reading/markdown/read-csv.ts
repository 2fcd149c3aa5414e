/** A reason why data is not taken, as a sentence for the author. */
export class DataFault extends Error {
  override name = 'DataFault';
}

/** Rows of a file that are read, at most. */
const MAX_ROWS = 500;

/** The sign between the cells of a text, by its first line: the one that occurs most often there outside of quotes. */
function separatorOf(text: string): string {
  const line = (text.split('\n')[0] ?? '').replace(/"[^"]*"/g, '');
  const [best = ','] = ['\t', ';', ','].toSorted((a, b) => line.split(b).length - line.split(a).length);
  return best;
}

/** A row of a text of comma-separated values, with its number in the text. */
export interface CsvRow {
  cells: string[];
  /** Line of the text at which it starts, from 1. */
  line: number;
}

/** The rows of a text, and whether a comma in its numbers is a decimal sign. */
export interface CsvData {
  rows: CsvRow[];
  hasDecimalComma: boolean;
}

/**
 * Reads comma-separated values (RFC 4180), also with semicolons or tabs between them. Blank lines are left out.
 * @throws DataFault for a quotation mark without an end, and for more than 500 rows
 */
export function readCsv(given: string): CsvData {
  const text = given
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n');
  const separator = separatorOf(text);
  const rows: CsvRow[] = [];
  let row: CsvRow = { cells: [], line: 1 };
  let [cell, line, isQuoted] = ['', 1, false];
  const endCell = (): void => {
    row.cells.push(cell.trim());
    cell = '';
  };
  const endRow = (): void => {
    endCell();
    if (row.cells.some((each) => each !== '')) rows.push(row);
    if (rows.length > MAX_ROWS) throw new DataFault(`the data has more than ${MAX_ROWS} rows`);
    row = { cells: [], line };
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '\n') line++;
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cell += '"';
      at++;
    } else if (sign === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted;
    else if (!isQuoted && sign === separator) endCell();
    else if (!isQuoted && sign === '\n') endRow();
    else cell += sign;
  }
  if (isQuoted) throw new DataFault(`row ${rows.length + 1}: a quotation mark has no end`);
  endRow();
  return { rows, hasDecimalComma: separator !== ',' };
}

/**
 * The number in a cell: null for an empty one, `isShare` for one with a percent sign.
 * @throws DataFault for another text. @param place of the cell, for the message
 */
export function csvNumber(
  text: string,
  hasDecimalComma: boolean,
  place: string,
): { value: number | null; isShare: boolean } {
  const isShare = /%\s*$/.test(text);
  const compact = text
    .replace(/%\s*$/, '')
    .replaceAll(/[\s\u00a0\u202f'’]/g, '')
    .replace('\u2212', '-');
  if (compact === '' || compact === '-' || compact === '–') return { value: null, isShare: false };
  const point = hasDecimalComma && /^[+-]?[\d.]*,\d+$/.test(compact);
  const plain = point ? compact.replaceAll('.', '').replace(',', '.') : compact.replaceAll(/,(?=\d{3}\b)/g, '');
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(plain))
    throw new DataFault(`${place}: "${text.slice(0, 40)}" is not a number`);
  return { value: Number(plain), isShare };
}
