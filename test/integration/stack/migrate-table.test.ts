import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TableKey, tableKeys } from '#adapters/aws/table/keys.ts';
import { Table, type TableItem } from '#adapters/aws/table/table.ts';
import { copyTableFileOnce, migrateTable, type TableMigrationStep } from '#stack/provision/migrate-table.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';

let folder: string;
let database: Database;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'migrate-table-'));
  mkdirSync(join(folder, 'dynamodb'));
  database = await startDatabase(join(folder, 'dynamodb', 'dynamodb.db'));
});
afterAll(async () => {
  await database.stop();
  rmSync(folder, { recursive: true });
});

const COUNT = 60;
/** A step that gives items another key and splits them in two. It fails at the n-th item, as if the process was killed there. */
const splitting = (failAt = Number.POSITIVE_INFINITY): TableMigrationStep => {
  let met = 0;
  return {
    from: 2,
    change({ PK, SK, ...rest }) {
      if (!PK.startsWith('OLD#')) return undefined;
      if (met++ === failAt) throw new Error('killed');
      const place = PK.replace('OLD#', 'NEW#');
      return [
        { PK: place, SK, ...rest },
        { PK: place, SK: 'second', entity: 'second' },
      ];
    },
  };
};
const naming: TableMigrationStep = {
  from: 3,
  change: (item) => (item.entity === 'second' ? [{ ...item, entity: 'renamed' }] : undefined),
};

async function tableOfFormat2(): Promise<Table> {
  const table = await database.another();
  const items = Array.from({ length: COUNT }, (_, number) => ({
    PK: `OLD#${number}`,
    SK: 'x',
    entity: 'first',
    number,
  }));
  await table.writeMany([...items, { ...tableKeys.tableFormat, entity: 'table_format', table_format: 2 }], []);
  return table;
}
const contentOf = async (table: Table): Promise<string[]> => {
  const { items } = await table.scan();
  return (items as (TableKey & TableItem)[])
    .map(({ PK, SK, entity, number }) => `${PK} ${SK} ${String(entity)} ${String(number)}`)
    .sort();
};
const MIGRATED = [
  ...Array.from({ length: COUNT }, (_, number) => [
    `NEW#${number} second renamed undefined`,
    `NEW#${number} x first ${number}`,
  ]).flat(),
  'TABLE FORMAT table_format undefined',
].sort();

it('a table goes forward step by step, with a copy of it kept', async () => {
  const table = await tableOfFormat2();
  const keep = (format: number) => copyTableFileOnce({ root: folder, dynamodb: join(folder, 'dynamodb') }, format);
  expect(await migrateTable({ table, steps: [splitting(), naming], keep })).toEqual({ from: 2, to: 4 });
  expect(await contentOf(table)).toEqual(MIGRATED);
  expect((await table.get(tableKeys.tableFormat))?.table_format).toBe(4);
  expect(readdirSync(folder).sort()).toEqual(['dynamodb', 'table-before-2.db']);

  expect(
    await migrateTable({ table, steps: [splitting(), naming], keep: () => expect.fail('nothing to keep') }),
  ).toBeUndefined();

  const kept = await startDatabase(join(folder, 'table-before-2.db'));
  try {
    const { items } = await new Table(table.name, kept.emulator.client).scan();
    expect(items.filter(({ entity }) => entity === 'first')).toHaveLength(COUNT);
    expect(items).toHaveLength(COUNT + 1);
  } finally {
    await kept.stop();
  }
});

it('a migration that is killed between two items, or between two steps, continues', async () => {
  const table = await tableOfFormat2();
  const kept: number[] = [];
  const migrate = (...steps: TableMigrationStep[]) =>
    migrateTable({ table, steps, keep: (format) => void kept.push(format) });
  await expect(migrate(splitting(COUNT / 2), naming)).rejects.toThrow('killed');
  expect((await table.get(tableKeys.tableFormat))?.table_format).toBe(2);
  await migrate(splitting());
  expect((await table.get(tableKeys.tableFormat))?.table_format).toBe(3);
  await migrate(splitting(), naming);
  expect(await contentOf(table)).toEqual(MIGRATED);
  expect(kept).toEqual([2, 2, 3]);
});

it('a table without a mark is left to the check of its format', async () => {
  const table = await database.another();
  await table.put({ PK: 'OLD#1', SK: 'x', entity: 'first' });
  expect(await migrateTable({ table, steps: [splitting()], keep: () => expect.fail() })).toBeUndefined();
  expect(await contentOf(table)).toEqual(['OLD#1 x first undefined']);
  expect(existsSync(join(folder, 'table-before-1.db'))).toBe(false);
});
