import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountRepository } from '#adapters/aws/accounts/account-repository.ts';
import { usageChangeWrites } from '#adapters/aws/accounts/usage-repository.ts';
import { accountItemRemover } from '#adapters/aws/erasure/account-items.ts';
import { deletedAccountRecordRepository } from '#adapters/aws/erasure/deleted-account-record-repository.ts';
import { scanForAccountRemains } from '#adapters/aws/erasure/scan-for-account-remains.ts';
import { renderRepository } from '#adapters/aws/renders/render-repository.ts';
import { accountListIndex, type TableKey, tableKeys } from '#adapters/aws/table/keys.ts';
import type { Table } from '#adapters/aws/table/table.ts';
import {
  changePlanOfAccount,
  createAccount,
  issueApiKey,
  linkIdentity,
  type ManageAccountsDeps,
  UnknownAccountError,
} from '#features/accounts/manage-accounts.ts';
import { cancelRendersOfAccount } from '#features/renders/cancel-render.ts';
import { newId } from '#kernel/shared/ids.ts';
import { MAX_LATE_WRITE_SECONDS } from '#kernel/shared/lifetimes.ts';
import type { DeletedAccountRecordStore } from '#platform/erasure/accounting-record.ts';
import {
  deleteAccount,
  deletedAccountsErasureSweep,
  type EraseAccountDeps,
  eraseDeletedAccountNow,
} from '#platform/erasure/erase-account.ts';
import type {
  AccountItemRemover,
  SeparateAccountPartition,
  SeparateAccountPartitionListName,
} from '#platform/erasure/ports.ts';
import { POOL_NAMES } from '#platform/fair-queue/fair-queue-ticket.ts';
import { allDue } from '#test/support/data/all-due.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { memoryAccountItems, memoryAccounting } from '#test/support/fakes/erasure-stores.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { handClock, START, secondsAfter } from '#test/support/samples/entities.ts';
import { sweepNow } from '#test/support/sweep-now.ts';

let database: Database;
let table: Table;
beforeAll(async () => {
  database = await startDatabase();
  table = database.table;
});
afterAll(() => database.stop());

const at = (seconds: number): string => secondsAfter(seconds).toISOString();
const conflict = expect.objectContaining({ name: 'WriteConflictError' });
const details = { name: 'Ada', email: 'ada@example.com', plan: 'pro' } as const;
const accountDeps = (): ManageAccountsDeps => ({
  store: accountRepository(table),
  clock: handClock().clock,
  random: randomBytes,
});

interface StoreOfAccounting {
  accounting: DeletedAccountRecordStore;
  addAccount(): Promise<string>;
  count(accountId: string, month: string, renders: number): Promise<void>;
}

// The same assertions for both, so that tests of use cases can trust the store in memory.
describe.each<[string, () => StoreOfAccounting]>([
  [
    'on the table',
    () => ({
      accounting: deletedAccountRecordRepository(table),
      addAccount: async () => (await createAccount(accountDeps(), details)).account.id,
      async count(accountId, month, renders) {
        await table.transact({
          month: usageChangeWrites(table, accountId, [
            { at: `${month}-02`, renders, counted: { render_seconds: 1.5 } },
          ]),
        });
      },
    }),
  ],
  [
    'in memory',
    () => {
      const accounting = memoryAccounting();
      return {
        accounting,
        async addAccount() {
          const id = newId('account');
          accounting.addAccount(id, at(0));
          return id;
        },
        count: async (accountId, month, renders) =>
          accounting.count(accountId, month, { renders, render_seconds: 1.5, narration_characters: 0 }),
      };
    },
  ],
])('accounting records %s', (_, open) => {
  it('take the place of an account once, are due, and end', async () => {
    const { accounting, addAccount } = open();
    const id = await addAccount();
    const due = async (seconds: number) =>
      (await allDue(accounting.listDue, at(seconds))).filter(({ account_id }) => account_id === id);
    expect(await accounting.find(id)).toBeUndefined();
    const begun = await accounting.begin(id, at(1), at(300));
    expect(begun).toEqual({
      account_id: id,
      created_at: at(0),
      deleted_at: at(1),
      months: {},
      phase: 'erasing',
      due_at: at(300),
      changes: 0,
    });
    expect(await accounting.find(id)).toEqual(begun);
    expect(await accounting.begin(id, at(2), at(400))).toBeUndefined();
    if (!begun) throw new Error('not begun');
    expect(await due(300)).toEqual([]);
    expect(await due(301)).toEqual([begun]);
    const postponed = await accounting.postpone(begun, at(600));
    expect(postponed).toEqual({ ...begun, due_at: at(600) });
    await expect(accounting.postpone(begun, at(700))).rejects.toEqual(conflict);
    await expect(accounting.end(postponed, at(1))).rejects.toEqual(conflict);
    const waiting = await accounting.wait(postponed, at(4000));
    expect(waiting).toEqual({ ...begun, phase: 'waiting', due_at: at(4000), second_pass_at: at(4000) });
    await expect(accounting.wait(postponed, at(9000))).rejects.toEqual(conflict);
    expect(await due(4001)).toEqual([waiting]);
    const { due_at: __, ...rest } = waiting;
    expect(await accounting.end(waiting, at(5000))).toMatchObject({ phase: 'erased', erased_at: at(5000) });
    expect(await accounting.find(id)).toEqual({ ...rest, phase: 'erased', erased_at: at(5000) });
    await expect(accounting.end(waiting, at(6000))).rejects.toEqual(conflict);
    await expect(accounting.postpone(waiting, at(6000))).rejects.toEqual(conflict);
    expect(await due(99_999)).toEqual([]);
  });

  it('take over what was counted, also what is counted later, once', async () => {
    const { accounting, addAccount, count } = open();
    const id = await addAccount();
    await count(id, '2026-01', 2);
    await count(id, '2026-02', 3);
    await accounting.begin(id, at(1), at(300));
    await accounting.foldUsage(id);
    await accounting.foldUsage(id);
    const january = { renders: 2, render_seconds: 1.5, narration_characters: 0 };
    expect((await accounting.find(id))?.months).toEqual({ '2026-01': january, '2026-02': { ...january, renders: 3 } });
    await count(id, '2026-02', 1);
    await accounting.foldUsage(id);
    expect((await accounting.find(id))?.months).toEqual({
      '2026-01': january,
      '2026-02': { renders: 4, render_seconds: 3, narration_characters: 0 },
    });
  });

  it('start with no account that does not exist', async () => {
    expect(await open().accounting.begin(newId('account'), at(1), at(300))).toBeUndefined();
  });
});

interface StoreOfItems {
  items: AccountItemRemover;
  fill(accountId: string, place: SeparateAccountPartition, names: readonly string[]): Promise<void>;
  addWebhook(accountId: string, id: string): Promise<void>;
  addTombstone(accountId: string, kind: 'timeline' | 'receiver', id: string): Promise<void>;
}

const placeKey = (accountId: string, { kind, id }: SeparateAccountPartition): TableKey =>
  ({
    timeline: tableKeys.timeline(accountId, id),
    render: tableKeys.render(accountId, id),
    receiver: tableKeys.delivery(accountId, id, ''),
  })[kind];

describe.each<[string, () => StoreOfItems]>([
  [
    'on the table',
    () => ({
      items: accountItemRemover(table),
      async fill(accountId, place, names) {
        const { PK, SK } = placeKey(accountId, place);
        const list =
          place.kind === 'timeline' ? accountListIndex.timelinesOf(accountId) : accountListIndex.rendersOf(accountId);
        await table.writeMany(
          names.map((name) =>
            name === 'HEAD' ? { PK, SK, ...accountListIndex.attributes(list, place.id) } : { PK, SK: `~${name}` },
          ),
          [],
        );
      },
      addWebhook: (accountId, id) => table.put({ ...tableKeys.webhook(accountId, id) }),
      addTombstone: (accountId, kind, id) =>
        table.put({ ...tableKeys.tombstone(accountId, `${kind}#${id}`), remains: { [`${kind}_id`]: id } }),
    }),
  ],
  [
    'in memory',
    () => {
      const items = memoryAccountItems();
      return {
        items,
        fill: async (accountId, place, names) => items.fill(accountId, place, ...names),
        addWebhook: async (accountId, id) => items.fillOwn(accountId, `WH#${id}`),
        addTombstone: async (accountId, kind, id) => items.fillOwn(accountId, `TOMBSTONE#${kind}#${id}`),
      };
    },
  ],
])('the items of an account %s', (_, open) => {
  const placesIn = async ({ items }: StoreOfItems, accountId: string, list: SeparateAccountPartitionListName) => {
    const found: string[] = [];
    let after: string | undefined;
    do {
      const page = await items.listPlaces(accountId, list, after);
      found.push(...page.places.map(({ kind, id }) => `${kind} ${id}`));
      after = page.next;
    } while (after !== undefined);
    return found.sort();
  };

  it('are named by the lists of the account, and by what was remembered', async () => {
    const store = open();
    const [id, other] = [newId('account'), newId('account')];
    for (const account of [id, other]) {
      for (const timeline of ['a', 'b', 'c']) await store.fill(account, { kind: 'timeline', id: timeline }, ['HEAD']);
      await store.fill(account, { kind: 'timeline', id: 'unnamed' }, ['slide']);
      await store.fill(account, { kind: 'render', id: 'r' }, ['HEAD', 'task']);
      await store.addWebhook(account, 'w');
      await store.addTombstone(account, 'timeline', 't');
      await store.addTombstone(account, 'receiver', 'x');
    }
    expect(await placesIn(store, id, 'timelines')).toEqual(['timeline a', 'timeline b', 'timeline c']);
    expect(await placesIn(store, id, 'renders')).toEqual(['receiver r', 'render r']);
    expect(await placesIn(store, id, 'webhooks')).toEqual(['receiver w']);
    expect(await placesIn(store, id, 'tombstones')).toEqual(['receiver x', 'timeline t']);
    expect((await store.items.listPlaces(id, 'tombstones')).tombstones?.toSorted()).toEqual([
      'receiver#x',
      'timeline#t',
    ]);
    await store.items.removeTombstones(id, ['receiver#x']);
    expect(await placesIn(store, id, 'tombstones')).toEqual(['timeline t']);
    expect(await placesIn(store, other, 'tombstones')).toHaveLength(2);
    expect(await placesIn(store, id, 'remembered')).toEqual([]);
    const places: SeparateAccountPartition[] = [
      { kind: 'timeline', id: 'a' },
      { kind: 'render', id: 'r' },
    ];
    await store.items.remember(id, [...places, ...places]);
    await store.items.remember(id, places);
    expect(await placesIn(store, id, 'remembered')).toEqual(['render r', 'timeline a']);
    await store.items.forget(id, places);
    expect(await placesIn(store, id, 'remembered')).toEqual([]);
  });

  it('go page by page, what names their place last', async () => {
    const store = open();
    const { items } = store;
    const id = newId('account');
    for (const kind of ['timeline', 'render'] as const) {
      const place = { kind, id: 'p' };
      await store.fill(id, place, ['HEAD', 'one', 'two', 'three']);
      let removed = 0;
      while (removed < 3) removed += await items.removeSomeOf(id, place);
      expect(removed).toBe(3);
      expect(await placesIn(store, id, `${kind}s`)).toContain(`${kind} p`);
      expect(await items.removeSomeOf(id, place)).toBe(1);
      expect(await placesIn(store, id, `${kind}s`)).toEqual([]);
      expect(await items.removeSomeOf(id, place)).toBe(0);
    }
  });
});

describe('the deletion of an account in the table', () => {
  const erasureOf = (own: Table, hand = handClock()) => {
    const files = memoryFileStore();
    const renders = renderRepository(own);
    const deps: EraseAccountDeps = {
      accounting: deletedAccountRecordRepository(own),
      items: accountItemRemover(own),
      files,
      cancelRenders: (id) => cancelRendersOfAccount({ renders, clock: hand.clock }, id),
      clock: hand.clock,
    };
    return {
      deps,
      hand,
      files,
      async run(accountId: string) {
        const record = await deleteAccount(deps, accountId);
        if (!record) throw new Error('there is no such account');
        await eraseDeletedAccountNow(deps, record);
      },
      left: async (accountId: string) => (await scanForAccountRemains(own, files, accountId)).items.sort(),
    };
  };

  /** Items of an account, one of every family of keys. What is found by ids of things has the same id everywhere. */
  const itemsOfEveryFamily = (accountId: string): (TableKey & Record<string, unknown>)[] =>
    Object.entries(tableKeys).flatMap(([family, make]) => {
      // Some name no account. Credentials are made by createAccount and linkIdentity.
      if (
        typeof make !== 'function' ||
        ['sweepCursor', 'apiKey', 'identity', 'invitation', 'account', 'accounting'].includes(family)
      )
        return [];
      const names = /^\(?([^)=]*)\)? *=>/.exec(make.toString())?.[1]?.split(',') ?? [];
      const listed: Record<string, object> = {
        timeline: accountListIndex.attributes(accountListIndex.timelinesOf(accountId), 'a1'),
        render: accountListIndex.attributes(accountListIndex.rendersOf(accountId), 'a1'),
        renderSlots: { entity: 'render_slots', item_format: 1, max_running: 1 },
        keyOfAccount: { entity: 'credential', item_format: 1, of: { PK: 'KEY#none', SK: 'KEY' } },
        identityOfAccount: { entity: 'credential', item_format: 1, of: { PK: 'IDENTITY#none', SK: 'IDENTITY' } },
        erasedPlace: { entity: 'erased_place', item_format: 1, kind: 'timeline', id: 'a1' },
      };
      return POOL_NAMES.map((pool) => {
        const values = names.map((name) => {
          const known: Record<string, string> = { acc: accountId, pool, kind: 'timeline' };
          return known[name.trim()] ?? 'a1';
        });
        const key = (make as (...values: string[]) => TableKey)(...values);
        return { ...listed[family], ...key };
      });
    });

  it('knows every family of keys: of each item nothing is left but the accounting record', async () => {
    const own = await database.another();
    const store = accountRepository(own);
    const [gone, stays] = await Promise.all([
      createAccount({ ...accountDeps(), store }, details),
      createAccount({ ...accountDeps(), store }, details),
    ]);
    const erasure = erasureOf(own);
    await linkIdentity({ ...accountDeps(), store }, gone.account.id, { issuer: 'https://id', subject: 'ada' });
    for (const { account } of [gone, stays]) {
      const items = new Map(itemsOfEveryFamily(account.id).map((item) => [`${item.PK} ${item.SK}`, item]));
      expect(items.size).toBeGreaterThan(20);
      await own.writeMany([...items.values()], []);
    }
    const others = await erasure.left(stays.account.id);

    await erasure.run(gone.account.id);
    const record = tableKeys.accounting(gone.account.id);
    expect(await erasure.left(gone.account.id)).toEqual([
      `${record.PK} ${record.SK}`,
      ...['receiver', 'render', 'timeline'].map((kind) => `${record.PK}#ERASED ${kind}#a1`),
    ]);
    // What a worker wrote after that, where no list names it.
    await own.put({ ...tableKeys.task(gone.account.id, 'a1', 1, 'segment', 1) });
    erasure.hand.pass(MAX_LATE_WRITE_SECONDS + 1);
    await sweepNow(deletedAccountsErasureSweep(erasure.deps), { clock: erasure.hand.clock });

    expect(await erasure.left(gone.account.id)).toEqual([`${record.PK} ${record.SK}`]);
    expect((await own.get(record))?.phase).toBe('erased');
    expect(await erasure.left(stays.account.id)).toEqual(others);
  });

  it('takes every credential along, also those that are made meanwhile, and gives none afterwards', async () => {
    const own = await database.another();
    const deps = { ...accountDeps(), store: accountRepository(own) };
    const { account } = await createAccount(deps, details);
    const erasure = erasureOf(own);
    const making = Array.from({ length: 6 }, (_, index) =>
      issueApiKey(deps, account.id, { name: `k${index}`, scope: 'write' }),
    );
    await Promise.all([deleteAccount(erasure.deps, account.id), Promise.allSettled(making)]);
    const credentials = (await erasure.left(account.id)).filter((name) => name.startsWith('KEY#'));
    expect(credentials).toEqual([]);
    await expect(issueApiKey(deps, account.id, { name: 'late', scope: 'write' })).rejects.toBeInstanceOf(
      UnknownAccountError,
    );
    await expect(changePlanOfAccount(deps, account.id, 'max')).rejects.toBeInstanceOf(UnknownAccountError);
    expect(await own.get(tableKeys.accounting(account.id))).toMatchObject({ created_at: START.toISOString() });
    expect(JSON.stringify(await own.get(tableKeys.accounting(account.id)))).not.toMatch(/Ada|example\.com/);
  });
});
