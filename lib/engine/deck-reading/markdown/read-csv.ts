import { CsvError, parse } from 'csv-parse/sync';
import { CHART_LIMITS } from '#engine/video/drawing/drawable-chart.ts';
import { detectCsvSeparator } from '#kernel/shared/csv-separator.ts';

/** The error for chart data that is refused. The message is for the author of the deck: a sentence without its full stop. */
export class ChartDataError extends Error {
  override name = 'ChartDataError';
}

/** The highest number of rows in a CSV text, the row of names included. */
const MAX_ROWS = 500;
/** The length of the longest CSV text, in characters. */
const MAX_CSV_CHARACTERS = 200_000;

/**
 * Checks the length of a text with chart data.
 * @param subject the text, as the subject of a sentence
 * @throws ChartDataError for a text of more than 200,000 characters
 */
export function checkChartDataLength(text: string, subject: string): void {
  if (text.length > MAX_CSV_CHARACTERS)
    throw new ChartDataError(`${subject} has more than ${MAX_CSV_CHARACTERS} characters`);
}

/** The cells of a CSV text, by rows. */
export interface ParsedCsv {
  rows: string[][];
  /** True if the separator is not a comma: then `1,5` is a number with a decimal sign. */
  mayHaveDecimalCommas: boolean;
}

/**
 * Parses a CSV text (RFC 4180) whose separator is a comma, a semicolon or a tab. Blank lines, and spaces around cells, are left out.
 * @throws ChartDataError for a quotation mark without a closing one, for text after a closing one, and for more than 500 rows or 200,000
 * characters
 */
export function readCsv(csv: string): ParsedCsv {
  checkChartDataLength(csv, 'the data');
  const text = csv.replace(/^\uFEFF?[\r\n]*/, '').replace(/\r\n?/g, '\n');
  const separator = detectCsvSeparator(text);
  const rows: string[][] = [];
  try {
    parse(text, {
      delimiter: separator,
      record_delimiter: '\n',
      to: MAX_ROWS + 1,
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      on_record: (cells: string[]) => {
        rows.push(cells.map((cell) => cell.trim()));
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const rowName = rows.length === 0 ? 'the row of names' : `row ${rows.length}`;
    throw new ChartDataError(`${rowName}: a quotation mark has no end, or text after its end`);
  }
  if (rows.length > MAX_ROWS) throw new ChartDataError(`the data has more than ${MAX_ROWS} rows`);
  return { rows, mayHaveDecimalCommas: separator !== ',' };
}

/**
 * Parses the number in a cell. `value` is null for an empty cell or a dash. `isPercent`: the number has a percent sign.
 * @param cellName name of the cell in the message
 * @throws ChartDataError for a text that is not a number, and for a number beyond 10¹⁵
 */
export function parseCsvNumber(
  text: string,
  mayHaveDecimalCommas: boolean,
  cellName: string,
): { value: number | null; isPercent: boolean } {
  const isPercent = /%\s*$/.test(text);
  const compactText = text
    .replace(/%\s*$/, '')
    .replaceAll(/[\s\u00a0\u202f'’]/g, '')
    .replace('\u2212', '-');
  if (compactText === '' || compactText === '-' || compactText === '–') return { value: null, isPercent: false };
  // Without a comma, a point is the decimal sign in every text: `1.234` is not 1234.
  const hasDecimalComma = mayHaveDecimalCommas && /^[+-]?[\d.]*,\d+$/.test(compactText);
  const numeral = hasDecimalComma
    ? compactText.replaceAll('.', '').replace(',', '.')
    : compactText.replaceAll(/,(?=\d{3}\b)/g, '');
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(numeral))
    throw new ChartDataError(`${cellName}: "${text.slice(0, 40)}" is not a number`);
  const value = Number(numeral);
  if (Math.abs(value) > CHART_LIMITS.value) throw new ChartDataError(`${cellName}: a value is beyond 10¹⁵`);
  return { value, isPercent };
}
