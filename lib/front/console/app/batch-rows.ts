import type { Schemas } from '#front/client/client.ts';
import type { Cells } from './grid-cells.ts';

/** The first column of a table of rows: the name that the client has for a row. */
export const ROW_NAME = 'external_id';
/** The largest number of rows of the table. Larger batches are sent as a CSV file. */
export const MOST_TABLE_ROWS = 100;

/** A table for the variables of a timeline: a header and two empty rows. */
export const emptyRows = (variables: Schemas['Timeline']['variables']): string[][] => {
  const head = [ROW_NAME, ...Object.keys(variables)];
  return [head, head.map(() => ''), head.map(() => '')];
};

/** The rows of a table for a request, without empty rows. An empty cell means the default, or an empty text for a variable without one. */
export function rowsOfTable(
  [head = [], ...rows]: Cells,
  variables: Schemas['Timeline']['variables'],
): Schemas['BatchRow'][] {
  return rows
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) => {
      const [externalId = ''] = row;
      const values = head
        .map((name, column) => [name, row[column] ?? ''] as const)
        .filter(([name, value]) => name !== ROW_NAME && (value !== '' || variables[name] === null));
      return {
        ...(externalId === '' ? {} : { external_id: externalId }),
        variables: Object.fromEntries(values),
      };
    });
}
