/** The first column of a table of rows: a name of the row for its owner. */
export const ROW_NAME = 'external_id';
/** Rows that the table takes; more come as a file. */
export const MOST_TABLE_ROWS = 100;
/** An empty table for the variables of a timeline. */
export const emptyRows = (variables) => {
  const head = [ROW_NAME, ...Object.keys(variables)];
  return [head, head.map(() => ''), head.map(() => '')];
};
/** The rows of a table, without empty ones. An empty cell leaves the default, or is an empty text where there is none. */
export function rowsOfTable([head = [], ...rows], variables) {
  return rows
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) => {
      const [externalId = ''] = row;
      const values = head
        .map((name, column) => [name, row[column] ?? ''])
        .filter(([name, value]) => name !== ROW_NAME && (value !== '' || variables[name] === null));
      return {
        ...(externalId === '' ? {} : { external_id: externalId }),
        variables: Object.fromEntries(values),
      };
    });
}
