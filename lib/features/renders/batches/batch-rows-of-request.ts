import type { RequestFault, ServiceError } from '#kernel/shared/errors.ts';
import type { BatchRow } from './batch.ts';

/** The names of a row of a request in errors. */
export interface RowNameInErrors {
  /** Path of the row: `rows[3]`, `lines[5]`. */
  row: string;
  /** Path under which its variables are named: in CSV that of the row, since each is a column. */
  variables: string;
  /** Makes the message of a row's error: one sentence that names the row. */
  messageFor(error: ServiceError): string;
}

/** The rows of a request, with the names of each row in errors. */
export interface BatchRowsOfRequest {
  rows: readonly BatchRow[];
  /** The names of a row in errors. @param index of the row, from 0 */
  placeOf(index: number): RowNameInErrors;
  /** Parts of a CSV file that were ignored; absent for JSON. */
  left?: IgnoredBatchCsvParts | undefined;
}

/** Parts of a CSV file that were ignored. */
export interface IgnoredBatchCsvParts {
  /** Lines, from 1, on which rows without a value start. */
  blankLines: readonly number[];
  /** Names of columns that are neither fields nor variables, with `unknown_columns=ignore`. */
  ignoredColumns: readonly string[];
}

/** The rows of a parsed JSON body, with the names of each row in errors. Pure. */
export const batchRowsOfJsonRequest = (rows: readonly BatchRow[]): BatchRowsOfRequest => ({
  rows,
  placeOf: (index) => ({
    row: `rows[${index}]`,
    variables: `rows[${index}].variables`,
    messageFor: ({ message }) => `Row ${index + 1}: ${message}`,
  }),
});

/** The fault of a cell in a CSV file. @param line from 1, as in editors. @param column name in the header */
export const csvCellFault = (line: number, column: string, message: string): RequestFault => ({
  param: `lines[${line}].${column}`,
  message: `Line ${line}, column \`${column}\`: ${message}`,
});

/** The rows of a CSV file. Pure. @param lines the line on which each row starts, from 1 */
export const toBatchRowsOfRequest = (
  rows: readonly BatchRow[],
  lines: readonly number[],
  ignoredParts?: IgnoredBatchCsvParts,
): BatchRowsOfRequest => ({
  rows,
  left: ignoredParts,
  placeOf: (index) => {
    const line = lines[index] ?? 0;
    const row = `lines[${line}]`;
    return {
      row,
      variables: row,
      messageFor: ({ message, details }) => {
        const [fault] = details.faults ?? [];
        // Paths of faults start with that of the row and a dot.
        const column = (fault?.param ?? details.param)?.slice(row.length + 1);
        return column ? csvCellFault(line, column, fault?.message ?? message).message : `Line ${line}: ${message}`;
      },
    };
  },
});
