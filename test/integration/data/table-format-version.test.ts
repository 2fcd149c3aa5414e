import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableKeys } from '#adapters/aws/table/keys.ts';
import {
  checkOrMarkTableFormat,
  TABLE_FORMAT_VERSION,
  TableFormatError,
} from '#adapters/aws/table/table-format-version.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';

let database: Database;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

describe('the format of a table', () => {
  it('is written to a new table, once, and found at every later start', async () => {
    const table = await database.another();
    expect(await table.isEmpty()).toBe(true);
    await Promise.all(Array.from({ length: 5 }, () => checkOrMarkTableFormat(table, () => table.isEmpty())));
    expect(await table.get(tableKeys.tableFormat)).toMatchObject({ table_format: TABLE_FORMAT_VERSION });
    await table.put({ ...tableKeys.account('acc_1'), entity: 'account' });
    await checkOrMarkTableFormat(table, () => table.isEmpty());
  });

  it('is missing from a table that an earlier version wrote, which is refused', async () => {
    const table = await database.another();
    await table.put({ ...tableKeys.account('acc_1'), entity: 'account' });
    await expect(checkOrMarkTableFormat(table, () => table.isEmpty())).rejects.toThrow('has an earlier format');
    expect(await table.get(tableKeys.tableFormat)).toBeUndefined();
  });

  it('of another version is refused', async () => {
    const table = await database.another();
    await table.put({ ...tableKeys.tableFormat, entity: 'table_format', table_format: TABLE_FORMAT_VERSION + 1 });
    const check = checkOrMarkTableFormat(table, async () => true);
    await expect(check).rejects.toThrow(TableFormatError);
    await expect(check).rejects.toThrow(`has format ${TABLE_FORMAT_VERSION + 1}`);
  });
});
