import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { type ErrorCode, type Fault, ServiceError } from '../../shared/errors.ts';
import type { Variables } from '../../timelines/public.ts';
import type { BatchRow } from './batch.ts';
import { batchRow, MAX_BATCH_ROWS } from './contract.ts';
import { cellFault, csvRows, type GivenRows } from './row-places.ts';

/** Columns that are fields of a row. Every other column is a variable. */
const FIELD_COLUMNS = ['external_id', 'webhook_url'] as const;
const isField = (column: string): boolean => FIELD_COLUMNS.some((field) => field === column);

const LINE_END = /\r\n|\n|\r/g;
const LEADING_LINE_ENDS = /^[\r\n]*/;
const LINE_FEED = 0x0a;
/** After this many faults the other rows are not read. */
const MAX_FAULTS = 50;
/** A longer name of a column is cut in messages: a client can send one of megabytes. In characters. */
const MAX_NAME_LENGTH = 100;

function refuse(faults: readonly Fault[], code: Extract<ErrorCode, 'validation_failed' | 'variable_unknown'>): never {
  const [first = { param: 'file', message: 'Cannot be read.' }] = faults;
  throw new ServiceError(code, first.message, { param: first.param, faults: faults.slice(0, MAX_FAULTS) });
}

const refuseFile = (param: string, message: string): never => refuse([{ param, message }], 'validation_failed');

/** The text of the file. @throws ServiceError that names the first line with bytes that are not UTF-8 */
function textOf(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const feed = bytes.indexOf(LINE_FEED, start);
    const end = feed === -1 ? bytes.length : feed + 1;
    if (!isUtf8(bytes.subarray(start, end))) break;
    start = end;
  }
  return refuseFile(
    `lines[${line}]`,
    `Line ${line}: Is not UTF-8. Save the file as "CSV UTF-8", or convert it to that encoding.`,
  );
}

/** Cells of one row, and the line on which they begin. */
interface Cells {
  line: number;
  cells: string[];
}

const lineEnds = (text: string): number => text.match(LINE_END)?.length ?? 0;

/** Counts lines as editors do; the parser counts CRLF in a cell as two. @returns where the row at a place of the file begins */
function lineCounter(bytes: Buffer): (from: number, to?: number) => number {
  let counted = 0;
  let line = 1;
  return (from, to) => {
    line += lineEnds(bytes.toString('latin1', counted, from));
    counted = from;
    const [empty = ''] = LEADING_LINE_ENDS.exec(bytes.toString('latin1', from, to)) ?? [];
    return line + lineEnds(empty);
  };
}

/** The rows of the file, its header first. Lines without any character are left out. @throws ServiceError */
function cellsOf(text: string): Cells[] {
  const bytes = Buffer.from(text);
  const lineOf = lineCounter(bytes);
  try {
    const records = parse(text, {
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      to: MAX_BATCH_ROWS + 2,
    }) as unknown as { info: { bytes: number }; record: string[] }[];
    return records.map(({ info, record }, index) => ({
      line: lineOf(records[index - 1]?.info.bytes ?? 0, info.bytes),
      cells: record,
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The place behind the last row that could be read.
    const line = lineOf(Number((error as CsvError & { bytes?: number }).bytes ?? 0));
    return refuseFile(`lines[${line}]`, `Line ${line}: ${QUOTE_FAULTS[error.code] ?? 'Is not well-formed CSV.'}`);
  }
}

const QUOTE_FAULTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A cell begins with a quotation mark that is never closed.',
  CSV_INVALID_CLOSING_QUOTE:
    'Text follows the closing quotation mark of a cell. A quotation mark inside a cell is written twice: "".',
  INVALID_OPENING_QUOTE:
    'A quotation mark stands inside a cell that is not quoted. Quote the cell, and write "" for it.',
};

const shortName = (name: string): string =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;

/** Refuses a header that is empty, names a column twice, or one that the timeline has no variable for. */
function checkHeader({ line, cells }: Cells, declared: Variables): void {
  const [only = ''] = cells;
  if (cells.length === 1 && /[;\t]/.test(only))
    refuseFile(`lines[${line}]`, `Line ${line}: Has one column. Separate cells with commas.`);
  const seen = new Set<string>();
  for (const [index, name] of cells.entries()) {
    if (name === '') refuseFile(`lines[${line}]`, `Line ${line}: Column ${index + 1} has no name.`);
    if (seen.has(name)) refuse([cellFault(line, shortName(name), 'Stands twice in the header.')], 'validation_failed');
    seen.add(name);
  }
  const known = [...FIELD_COLUMNS, ...Object.keys(declared)];
  const unknown = cells.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    refuse(
      unknown.map((name) =>
        cellFault(line, shortName(name), `The timeline has no such variable. Columns may be ${known.join(', ')}.`),
      ),
      'variable_unknown',
    );
}

/** The field or the variable that a cell holds; an empty one is absent where something stands in for it. */
function rowOf(header: readonly string[], cells: readonly string[], declared: Variables) {
  const named = header.map((column, index) => [column, cells[index] ?? ''] as const);
  const fields = named.filter(([column, cell]) => isField(column) && cell !== '');
  const variables = named.filter(([column, cell]) => !isField(column) && (cell !== '' || declared[column] === null));
  return { ...Object.fromEntries(fields), variables: Object.fromEntries(variables) };
}

/** What is wrong with the cells of one row, by itself. */
function faultsOf({ line, cells }: Cells, header: readonly string[], row: object): Fault[] {
  if (cells.length !== header.length)
    return [
      {
        param: `lines[${line}]`,
        message: `Line ${line}: Has ${cells.length} cells, and the header has ${header.length} columns.`,
      },
    ];
  const issues = batchRow.safeParse(row).error?.issues ?? [];
  return issues.map(({ path, message }) => cellFault(line, String(path.at(-1) ?? ''), message));
}

/**
 * The rows of a CSV file (RFC 4180: commas, quotation marks, a header; UTF-8, with or without a byte order mark). An empty cell
 * is the default of its variable, else an empty text. Nothing is trimmed. Pure.
 * @param declared the variables of the timeline with their defaults
 * @throws ServiceError `validation_failed`, `variable_unknown`; each fault names its line, from 1, and its column
 */
export function readCsvRows(bytes: Uint8Array, declared: Variables): GivenRows {
  const [header, ...records] = cellsOf(textOf(bytes));
  if (!header) return refuseFile('file', 'The file is empty. Its first line names the columns.');
  checkHeader(header, declared);
  if (records.length === 0) refuseFile('file', 'The file has no rows beneath its header.');
  const faults: Fault[] = [];
  const rows: BatchRow[] = [];
  for (const record of records) {
    const row = rowOf(header.cells, record.cells, declared);
    faults.push(...faultsOf(record, header.cells, row));
    rows.push(row);
    if (faults.length >= MAX_FAULTS) break;
  }
  if (faults.length > 0) refuse(faults, 'validation_failed');
  return csvRows(
    rows,
    records.map(({ line }) => line),
  );
}
