import type { Fault, ServiceError } from '#kernel/shared/errors.ts';
import type { BatchRow } from './batch.ts';

/** Place of a row in its request, as the author of the request sees it. */
export interface RowPlace {
  /** Names the row: `rows[3]`, `lines[5]`. */
  row: string;
  /** Prefix of the names of variables. */
  variables: string;
  /** Makes the refusal of a row: one sentence that names its place. */
  said(error: ServiceError): string;
}

/** The rows of a request. */
export interface GivenRows {
  rows: readonly BatchRow[];
  /** @param index of a row, from 0 */
  placeOf(index: number): RowPlace;
  /** The parts of a file that are in no row. */
  left?: LeftOut | undefined;
}

/** The parts of a CSV file that are in no row. */
export interface LeftOut {
  /** Lines, from 1, on which rows without a value start. */
  blankLines: readonly number[];
  /** Columns that are neither a field nor a variable, and that the request ignores. */
  ignoredColumns: readonly string[];
}

/** Rows of a JSON body. Pure. */
export const jsonRows = (rows: readonly BatchRow[]): GivenRows => ({
  rows,
  placeOf: (index) => ({
    row: `rows[${index}]`,
    variables: `rows[${index}].variables`,
    said: ({ message }) => `Row ${index + 1}: ${message}`,
  }),
});

/** A fault in a cell of a CSV file. @param line from 1, as editors count; @param column a name of the header */
export const cellFault = (line: number, column: string, message: string): Fault => ({
  param: `lines[${line}].${column}`,
  message: `Line ${line}, column \`${column}\`: ${message}`,
});

/** Rows of a CSV file. Pure. @param lines where each row starts, from 1 */
export const csvRows = (rows: readonly BatchRow[], lines: readonly number[], left?: LeftOut): GivenRows => ({
  rows,
  left,
  placeOf: (index) => {
    const line = lines[index] ?? 0;
    const row = `lines[${line}]`;
    return {
      row,
      variables: row,
      said: ({ message, details }) => {
        const [fault] = details.faults ?? [];
        const column = (fault?.param ?? details.param)?.slice(row.length + 1);
        return column ? cellFault(line, column, fault?.message ?? message).message : `Line ${line}: ${message}`;
      },
    };
  },
});
