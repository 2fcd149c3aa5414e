import { attemptConditionalWrite } from '#kernel/shared/errors.ts';
import { tableKeys } from './keys.ts';
import type { Table } from './table.ts';

/**
 * The version of the table as a whole: its keys, and the conventions of its items. It rises when items of the previous version can no
 * longer be found or read; a change of one entity raises the format of its codec instead.
 */
export const TABLE_FORMAT_VERSION = 2;

/** The error for a table that another version of the service wrote. */
export class TableFormatError extends Error {
  override name = 'TableFormatError';
}

const ENTITY = 'table_format';

/** The format that a table was marked with; undefined for a table without a mark. */
async function markedFormat(table: Table): Promise<unknown> {
  return (await table.get(tableKeys.tableFormat))?.table_format;
}

/**
 * Checks that this version of the service can read a table, and marks a new one with its format. The local stack checks
 * at its start, the deployed service in the first sweep of every process.
 * @param isNew reports whether a table without a mark is empty; a table of an earlier version has items but no mark
 * @throws TableFormatError
 */
export async function checkOrMarkTableFormat(table: Table, isNew: () => Promise<boolean>): Promise<void> {
  let format = await markedFormat(table);
  if (format === undefined) {
    const mark = { ...tableKeys.tableFormat, entity: ENTITY, table_format: TABLE_FORMAT_VERSION };
    if (await isNew()) await attemptConditionalWrite(() => table.put(mark, { onlyIfNew: true }));
    // Read again even when it was not new: another process may have marked it meanwhile.
    format = await markedFormat(table);
  }
  if (format !== TABLE_FORMAT_VERSION)
    throw new TableFormatError(
      `The table ${table.name} has ${format === undefined ? 'an earlier format' : `format ${String(format)}`}, and this version of the service needs format ${TABLE_FORMAT_VERSION}.`,
    );
}
