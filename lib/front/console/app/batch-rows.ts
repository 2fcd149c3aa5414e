import type { Schemas } from '#front/client/client.ts';
import type { TableCells } from './grid-cells.ts';

/** The first column of a table of rows: the name that the client has for a row. */
export const BATCH_ROW_NAME_COLUMN = 'external_id';
/** The largest number of rows of the table. Larger batches are sent as a CSV file. */
export const MAX_BATCH_TABLE_ROWS = 100;

/** A table for the variables of a timeline: a header and two empty rows. */
export const emptyBatchRows = (variables: Schemas['Timeline']['variables']): string[][] => {
  const header = [BATCH_ROW_NAME_COLUMN, ...Object.keys(variables)];
  return [header, header.map(() => ''), header.map(() => '')];
};

/** The rows of a table for a request, without empty rows. An empty cell means the default, or an empty text for a variable without one. */
export function batchRowsOfTable(
  [header = [], ...rows]: TableCells,
  variables: Schemas['Timeline']['variables'],
): Schemas['BatchRow'][] {
  return rows
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) => {
      const [externalId = ''] = row;
      const values = header
        .map((name, column) => [name, row[column] ?? ''] as const)
        .filter(([name, value]) => name !== BATCH_ROW_NAME_COLUMN && (value !== '' || variables[name] === null));
      return {
        ...(externalId === '' ? {} : { external_id: externalId }),
        variables: Object.fromEntries(values),
      };
    });
}
