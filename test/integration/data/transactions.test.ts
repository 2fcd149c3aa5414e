import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TableKey, tableKeys } from '#adapters/aws/table/keys.ts';
import { countTransactItems, REFUSED_BY_CONFLICT, type TransactItem } from '#adapters/aws/table/transaction.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { newId } from '#kernel/shared/ids.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';

let database: Database;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

const newKey = (): TableKey => tableKeys.upload(newId('account'), 'up');
/** An item whose condition fails, or is true. */
const put = (isRefused: boolean, Key: TableKey = newKey()): TransactItem => ({
  Put: {
    TableName: database.table.name,
    Item: Key,
    ConditionExpression: isRefused ? 'attribute_exists(PK)' : 'attribute_not_exists(PK)',
  },
});

describe('a transaction', () => {
  it('writes all parts, whatever they are called', async () => {
    const [one, two, three] = [newKey(), newKey(), newKey()];
    const parts = { one: put(false, one), none: [], rest: [put(false, two), put(false, three)] };
    expect(countTransactItems(parts)).toBe(3);
    expect(await database.table.transact(parts)).toBeUndefined();
    expect(await database.table.getMany([one, two, three])).toHaveLength(3);
  });

  it('names the parts whose conditions failed, and writes nothing', async () => {
    const own = newKey();
    const writing = database.table.transact({
      kept: put(false, own),
      list: [put(false), put(true)],
      one: put(true),
    });
    const conflict = await writing.catch((error: unknown) => error);
    expect(conflict).toBeInstanceOf(WriteConflictError);
    expect(conflict).toMatchObject({ failed: new Set(['list', 'one']) });
    expect(await database.table.get(own)).toBeUndefined();
  });

  it.each<[string, string[], string | undefined]>([
    ['the first of the table', ['month', 'account', 'render'], 'account_deleted'],
    ['a refusal before a conflict that stands behind it', ['slot', 'month'], 'queue_full'],
    ['nothing, when all was written', [], undefined],
  ])('is refused by %s', async (_, failing, refusal) => {
    const part = (name: string): TransactItem => put(failing.includes(name));
    // The order of the parts is not that of the refusals.
    const refused = await database.table.transact(
      { render: part('render'), month: part('month'), slot: part('slot'), account: part('account') },
      {
        refusals: { account: 'account_deleted', slot: 'queue_full', render: REFUSED_BY_CONFLICT, month: 'month_used' },
      },
    );
    expect(refused).toBe(refusal);
  });

  it('is a conflict when that stands before the refusals', async () => {
    const writing = database.table.transact(
      { month: put(true), render: put(true) },
      { refusals: { render: REFUSED_BY_CONFLICT, month: 'month_used' } },
    );
    await expect(writing).rejects.toMatchObject({ name: 'WriteConflictError', failed: new Set(['month', 'render']) });
  });
});

it('the conflict of one item does not carry the item, which has texts of clients', async () => {
  const { table } = database;
  const own = newKey();
  await table.put({ ...own, title: 'what a client wrote' });
  const update = { Key: own, UpdateExpression: 'SET title = :other', ConditionExpression: 'title = :other' };
  const refused = [
    () => table.put({ ...own, title: 'other' }, { onlyIfNew: true }),
    () => table.update({ ...update, ExpressionAttributeValues: { ':other': 'x' } }),
  ];
  for (const write of refused) {
    const conflict = await write().catch((error: unknown) => error);
    expect(conflict).toBeInstanceOf(WriteConflictError);
    expect(inspect(conflict, { depth: Number.POSITIVE_INFINITY })).not.toContain('what a client wrote');
  }
});
