import { CsvError, parse } from 'csv-parse/sync';
import type { VariableValues } from '#features/timelines/public.ts';
import {
  CSV_SEPARATORS,
  type CsvSeparator,
  detectCsvSeparator,
  normalizeCsvColumnName,
} from '#kernel/shared/csv-separator.ts';
import { type ErrorCode, type RequestFault, ServiceError } from '#kernel/shared/errors.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { BatchRow } from './batch.ts';
import { type BatchRowsOfRequest, csvCellFault, toBatchRowsOfRequest } from './batch-rows-of-request.ts';
import { batchRowSchema, MAX_BATCH_ROWS } from './contract.ts';
import { readCsvText } from './csv-text.ts';
import type { UnknownColumnTreatment } from './unknown-column-treatment.ts';

/** Columns that are fields of a row. Every other column is a variable. */
const FIELD_COLUMNS = ['external_id', 'webhook_url'] as const;
const isField = (column: string): boolean => FIELD_COLUMNS.some((field) => field === column);

const LINE_ENDS = /\r\n|\n|\r/g;
const LEADING_LINE_ENDS = /^[\r\n]*/;
/** The number of faults after which the remaining rows are not read. */
const MAX_FAULTS = 50;
/** The most characters of a column name in a message; a client can send a name of megabytes. */
const MAX_NAME_LENGTH = 100;

function refuse(
  faults: readonly RequestFault[],
  code: Extract<ErrorCode, 'validation_failed' | 'variable_unknown'>,
): never {
  const [firstFault = { param: 'file', message: 'Cannot be read.' }] = faults;
  throw new ServiceError(code, firstFault.message, { param: firstFault.param, faults: faults.slice(0, MAX_FAULTS) });
}

const refuseFile = (param: string, message: string): never => refuse([{ param, message }], 'validation_failed');

const refuseLine = (line: number, message: string): never => refuseFile(`lines[${line}]`, `Line ${line}: ${message}`);

/** The cells of one row, and the line of the file on which it starts, from 1. */
interface CsvRow {
  line: number;
  cells: string[];
}

const countLineEnds = (text: string): number => text.match(LINE_ENDS)?.length ?? 0;

/**
 * Makes a function that gives the line, from 1, on which the row at an offset of the file starts. Lines are counted as in editors; the
 * parser would count CRLF in a cell as two. Offsets must not decrease from call to call.
 */
function lineCounter(bytes: Buffer, linesBefore: number): (from: number, to?: number) => number {
  let countedBytes = 0;
  let line = 1 + linesBefore;
  return (from, to) => {
    line += countLineEnds(bytes.toString('latin1', countedBytes, from));
    countedBytes = from;
    const [empty = ''] = LEADING_LINE_ENDS.exec(bytes.toString('latin1', from, to)) ?? [];
    return line + countLineEnds(empty);
  };
}

const BLANK_CELL = /^\s*$/;
/** Reports whether a row has only separators and spaces, as spreadsheets write below the data. In a file with one column it never does. */
const isBlankRow = (cells: readonly string[], columns: number): boolean =>
  (columns > 1 || cells.length > 1) && cells.every((cell) => BLANK_CELL.test(cell));

/** Stops the parser after more rows than any plan allows. */
class EnoughRowsSignal extends Error {}

/** The parsed rows of a file. */
interface ParsedCsvRows {
  /** The rows, the header first. */
  rows: CsvRow[];
  /** Lines on which blank rows start. */
  blankLines: number[];
}

/** Parses the rows of a file. Empty lines and rows of empty cells are left out. @throws ServiceError for a file that is not well-formed CSV */
function parseRows(text: string, separator: CsvSeparator, linesBefore: number): ParsedCsvRows {
  const bytes = Buffer.from(text);
  const lineOf = lineCounter(bytes, linesBefore);
  const rows: CsvRow[] = [];
  const blankLines: number[] = [];
  let end = 0;
  try {
    parse(text, {
      delimiter: separator,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      on_record: (cells: string[], info: { bytes: number }) => {
        const line = lineOf(end, info.bytes);
        end = info.bytes;
        if (rows.length > 0 && isBlankRow(cells, rows[0]?.cells.length ?? 0)) blankLines.push(line);
        else if (rows.push({ line, cells }) > MAX_BATCH_ROWS + 1) throw new EnoughRowsSignal();
        return null;
      },
    });
  } catch (error) {
    if (error instanceof EnoughRowsSignal) return { rows, blankLines };
    if (!(error instanceof CsvError)) throw error;
    // The offset after the last row that was parsed.
    const from = Number((error as CsvError & { bytes?: number }).bytes ?? 0);
    return refuseLine(lineOf(from), syntaxFault(error.code, bytes.subarray(from), separator));
  }
  return { rows, blankLines };
}

const SEPARATOR_NAMES: Readonly<Record<CsvSeparator, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

/** Describes the fault of a row that the parser refuses. If quotation marks are next to another separator, the fault is that separator. */
function syntaxFault(code: string, unparsedBytes: Buffer, separator: CsvSeparator): string {
  const [row = ''] = /^[\r\n]*[^\r\n]*/.exec(unparsedBytes.toString('utf8', 0, MAX_EXAMINED_BYTES)) ?? [];
  const otherSeparator = CSV_SEPARATORS.find(
    (candidate) => candidate !== separator && (row.includes(`"${candidate}`) || row.includes(`${candidate}"`)),
  );
  return otherSeparator === undefined || row.includes(separator)
    ? (ownPropertyValue(QUOTE_FAULTS, code) ?? 'Is not well-formed CSV.')
    : `Its cells have ${SEPARATOR_NAMES[otherSeparator]} between them, and those of the header ${SEPARATOR_NAMES[separator]}. Use the same in all lines.`;
}

/** The most bytes of a refused row that are examined. */
const MAX_EXAMINED_BYTES = 10_000;

const QUOTE_FAULTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A cell starts with a quotation mark that is never closed.',
  CSV_INVALID_CLOSING_QUOTE:
    'Text follows the closing quotation mark of a cell. A quotation mark inside a cell is written twice: "".',
  INVALID_OPENING_QUOTE: 'A quotation mark is inside a cell that is not quoted. Quote the cell, and write "" for it.',
};

const truncateName = (name: string): string =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;

/** The header of a file: the meaning of its columns. */
interface CsvHeader {
  line: number;
  /** The field or the variable of each column; undefined: the column is ignored. */
  columns: (string | undefined)[];
  /** Names of columns that are ignored, as the file has them. */
  ignoredColumns: string[];
}

/** Reads the meaning of each column. @throws ServiceError for a column without a name, one that appears twice, and an unknown one */
function readHeader(
  { line, cells }: CsvRow,
  knownNames: readonly string[],
  unknownColumns: UnknownColumnTreatment,
): CsvHeader {
  const names = cells.map((cell) => ({ name: cell.trim(), key: normalizeCsvColumnName(cell) }));
  const isKnown = ({ key }: { key: string }): boolean => knownNames.includes(key);
  const columnsWithoutMeaning = names.filter((column) => !isKnown(column));
  if (unknownColumns === 'refuse') {
    const unnamedIndex = names.findIndex(({ name }) => name === '');
    if (unnamedIndex !== -1)
      refuseLine(line, `Column ${unnamedIndex + 1} has no name. Delete the column, or send ${IGNORE_OPTION}.`);
    if (columnsWithoutMeaning.length > 0)
      refuse(
        columnsWithoutMeaning.map(({ name }) =>
          csvCellFault(
            line,
            truncateName(name),
            `The timeline has no such variable. Columns may be ${knownNames.join(', ')}. To leave out all others, send ${IGNORE_OPTION}.`,
          ),
        ),
        'variable_unknown',
      );
  }
  const seenKeys = new Set<string>();
  for (const { name, key } of names.filter(isKnown)) {
    if (seenKeys.has(key))
      refuse([csvCellFault(line, truncateName(name), 'Appears twice in the header.')], 'validation_failed');
    seenKeys.add(key);
  }
  return {
    line,
    columns: names.map((column) => (isKnown(column) ? column.key : undefined)),
    ignoredColumns: columnsWithoutMeaning.map(({ name }) => truncateName(name)),
  };
}

const IGNORE_OPTION = 'unknown_columns=ignore';

/** The fields and variables of a row. An empty cell is left out if it is a field, or a variable with a default. */
function readRow({ columns }: CsvHeader, cells: readonly string[], defaults: VariableValues) {
  const namedCells = columns.flatMap((column, index) =>
    column === undefined ? [] : [[column, cells[index] ?? ''] as const],
  );
  const fields = namedCells.filter(([column, cell]) => isField(column) && cell !== '');
  const variables = namedCells.filter(
    ([column, cell]) => !isField(column) && (cell !== '' || ownPropertyValue(defaults, column) === null),
  );
  return { ...Object.fromEntries(fields), variables: Object.fromEntries(variables) };
}

/** Finds the faults of one row: a wrong number of cells, or invalid values. */
function faultsOf({ line, cells }: CsvRow, { columns }: CsvHeader, row: object): RequestFault[] {
  if (cells.length !== columns.length)
    return [
      {
        param: `lines[${line}]`,
        message: `Line ${line}: Has ${cells.length} cells, and the header has ${columns.length} columns.`,
      },
    ];
  const issues = batchRowSchema.safeParse(row).error?.issues ?? [];
  return issues.map(({ path, message }) => csvCellFault(line, String(path.at(-1) ?? ''), message));
}

/** The separator of a line `sep=`. @throws ServiceError for a character that is not an accepted separator */
function separatorOfLine(separator: string): CsvSeparator {
  const acceptedSeparator = CSV_SEPARATORS.find((candidate) => candidate === separator);
  return acceptedSeparator ?? refuseLine(1, 'A line `sep=` names a comma, a semicolon or a tab.');
}

/**
 * Reads the rows of a CSV file (RFC 4180, with a header). Its separator is the comma, the semicolon or the tab, detected by the header or
 * named by a first line `sep=;`; its encoding is UTF-8, or UTF-16 with a byte order mark. Case and outer spaces of column names are
 * ignored. An empty cell means the default of its variable, or an empty text if there is none; rows of empty cells are left out. Spaces in
 * cells are kept. Pure.
 * @param declared the variables of the timeline with their defaults
 * @throws ServiceError `validation_failed`, `variable_unknown`; each fault names its line, from 1, and its column
 */
export function readCsvBatchRows(
  bytes: Uint8Array,
  declared: VariableValues,
  unknownColumns: UnknownColumnTreatment = 'refuse',
): BatchRowsOfRequest {
  const csvText = readCsvText(bytes);
  if ('message' in csvText) return refuseLine(csvText.line, csvText.message);
  const { text, linesBefore } = csvText;
  const knownNames = [...FIELD_COLUMNS, ...Object.keys(declared)];
  const separator =
    csvText.separator === undefined
      ? detectCsvSeparator(text, new Set(knownNames))
      : separatorOfLine(csvText.separator);
  const { rows: allRows, blankLines } = parseRows(text, separator, linesBefore);
  const [headerRow, ...records] = allRows;
  if (!headerRow) return refuseFile('file', 'The file is empty. Its first line names the columns.');
  const header = readHeader(headerRow, knownNames, unknownColumns);
  if (records.length === 0) refuseFile('file', 'The file has no rows beneath its header.');
  const faults: RequestFault[] = [];
  const rows: BatchRow[] = [];
  for (const record of records) {
    const row = readRow(header, record.cells, declared);
    faults.push(...faultsOf(record, header, row));
    rows.push(row);
    if (faults.length >= MAX_FAULTS) break;
  }
  if (faults.length > 0) refuse(faults, 'validation_failed');
  return toBatchRowsOfRequest(
    rows,
    records.map(({ line }) => line),
    { blankLines, ignoredColumns: header.ignoredColumns },
  );
}
