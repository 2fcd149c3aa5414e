import { WriteConflictError } from '#kernel/shared/errors.ts';
import type {
  DeletedAccountRecord,
  DeletedAccountRecordStore,
  MonthlyAccountUsage,
} from '#platform/erasure/accounting-record.ts';
import type {
  AccountItemRemover,
  SeparateAccountPartition,
  SeparateAccountPartitionListName,
} from '#platform/erasure/ports.ts';
import { copyStored } from './copy.ts';
import { duePage } from './due-page.ts';

const refuse = (why: string): never => {
  throw new WriteConflictError(`condition: ${why}`);
};

/** Accounts and accounting records in memory, under the conditions of the table. */
export interface MemoryAccounting extends DeletedAccountRecordStore {
  /** Adds an account. */
  addAccount(accountId: string, createdAt: string): void;
  /** Counts something for a month of an account, whether it was deleted or not. */
  count(accountId: string, month: string, counted: MonthlyAccountUsage): void;
  readonly accounts: ReadonlyMap<string, string>;
  readonly records: ReadonlyMap<string, DeletedAccountRecord>;
}

/** @param onDeleted is notified of an account at the moment of its deletion */
export function memoryAccounting(onDeleted: (accountId: string) => void = () => undefined): MemoryAccounting {
  const accounts = new Map<string, string>();
  const records = new Map<string, DeletedAccountRecord>();
  const counts = new Map<string, Map<string, MonthlyAccountUsage>>();
  const change = (
    accountId: string,
    next: (present: DeletedAccountRecord) => DeletedAccountRecord,
  ): DeletedAccountRecord => {
    const present = records.get(accountId) ?? refuse('there is no record');
    const changed = copyStored(next(present));
    records.set(accountId, changed);
    return copyStored(changed);
  };
  const add = (a: MonthlyAccountUsage | undefined, b: MonthlyAccountUsage): MonthlyAccountUsage => ({
    renders: (a?.renders ?? 0) + b.renders,
    render_seconds: (a?.render_seconds ?? 0) + b.render_seconds,
    narration_characters: (a?.narration_characters ?? 0) + b.narration_characters,
  });
  return {
    accounts,
    records,
    addAccount: (accountId, createdAt) => void accounts.set(accountId, createdAt),
    count(accountId, month, counted) {
      const months = counts.get(accountId) ?? new Map<string, MonthlyAccountUsage>();
      months.set(month, add(months.get(month), counted));
      counts.set(accountId, months);
    },
    find: async (accountId) => copyStored(records.get(accountId)),
    async begin(account_id, deleted_at, due_at) {
      const created_at = accounts.get(account_id);
      if (created_at === undefined) return undefined;
      accounts.delete(account_id);
      records.set(account_id, { account_id, created_at, deleted_at, months: {}, phase: 'erasing', due_at, changes: 0 });
      onDeleted(account_id);
      return copyStored(records.get(account_id));
    },
    async listDue(page) {
      const listed = [...records.values()].flatMap((entry) =>
        entry.due_at === undefined ? [] : [{ listed_as: `${entry.due_at}#${entry.account_id}`, entry }],
      );
      return duePage(listed, page);
    },
    postpone: async (seen, due_at) =>
      change(seen.account_id, (present) =>
        present.due_at !== undefined && present.due_at === seen.due_at
          ? { ...present, due_at }
          : refuse('another sweeper has it'),
      ),
    wait: async (seen, due_at) =>
      change(seen.account_id, (present) =>
        present.phase === 'erasing'
          ? { ...present, phase: 'waiting', second_pass_at: due_at, due_at }
          : refuse('the first pass was done'),
      ),
    end: async (seen, erased_at) =>
      change(seen.account_id, ({ due_at: _, ...present }) =>
        present.phase === 'waiting' ? { ...present, phase: 'erased', erased_at } : refuse('it does not wait'),
      ),
    async foldUsage(accountId) {
      const months = [...(counts.get(accountId) ?? [])];
      counts.delete(accountId);
      if (months.length === 0) return;
      change(accountId, (present) => {
        const sums = { ...present.months };
        for (const [month, counted] of months) sums[month] = add(sums[month], counted);
        return { ...present, changes: present.changes + 1, months: sums };
      });
    },
  };
}

/** Items in memory, by place. An item `HEAD` of a place lists it. */
export interface MemoryAccountItems extends AccountItemRemover {
  /** Adds items of a place. */
  fill(accountId: string, place: SeparateAccountPartition, ...names: string[]): void;
  /** Adds items that the account alone names: `WH#<id>`, `TOMBSTONE#<kind>#<id>`, or any other. */
  fillOwn(accountId: string, ...names: string[]): void;
  /** All that is stored of an account. */
  all(accountId: string): string[];
}

/** Items and places of one page. */
const PAGE = 2;

/** The items of accounts in memory. */
export function memoryAccountItems(): MemoryAccountItems {
  const stored = new Map<string, Set<string>>();
  const setOf = (...names: string[]): Set<string> => {
    const key = names.join(' ');
    const present = stored.get(key) ?? new Set<string>();
    stored.set(key, present);
    return present;
  };
  const placeSet = (accountId: string, { kind, id }: SeparateAccountPartition) => setOf(accountId, kind, id);
  const removeFrom = (items: Set<string>, removable: readonly string[]): number => {
    const gone = removable.slice(0, PAGE);
    for (const name of gone) items.delete(name);
    return gone.length;
  };
  const headsOf = (accountId: string, kind: SeparateAccountPartition['kind']): string[] =>
    [...stored].flatMap(([key, items]) => {
      const [account, of, id = ''] = key.split(' ');
      return account === accountId && of === kind && items.has('HEAD') ? [id] : [];
    });
  const own = (accountId: string, prefix: string): string[] =>
    [...setOf(accountId, 'own')].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  const placeOf = (text: string): SeparateAccountPartition => {
    const [kind, id = ''] = text.split('#');
    return { kind: kind as SeparateAccountPartition['kind'], id };
  };
  const LISTS: Record<SeparateAccountPartitionListName, (accountId: string) => SeparateAccountPartition[][]> = {
    timelines: (accountId) => headsOf(accountId, 'timeline').map((id) => [{ kind: 'timeline', id }]),
    renders: (accountId) =>
      headsOf(accountId, 'render').map((id) => [
        { kind: 'receiver', id },
        { kind: 'render', id },
      ]),
    webhooks: (accountId) => own(accountId, 'WH#').map((id) => [{ kind: 'receiver', id }]),
    tombstones: (accountId) => own(accountId, 'TOMBSTONE#').map((text) => [placeOf(text)]),
    remembered: (accountId) => [...setOf(accountId, 'remembered')].map((text) => [placeOf(text)]),
  };
  return {
    fill: (accountId, place, ...names) => {
      for (const name of names) placeSet(accountId, place).add(name);
    },
    fillOwn: (accountId, ...names) => {
      for (const name of names) setOf(accountId, 'own').add(name);
    },
    all: (accountId) =>
      [...stored].flatMap(([key, items]) =>
        key.startsWith(`${accountId} `) ? [...items].map((name) => `${key} ${name}`) : [],
      ),
    async listPlaces(accountId, list, after = '') {
      const nameOf = (entry: SeparateAccountPartition[]) => entry.map(({ kind, id }) => `${kind}#${id}`).join();
      const rest = LISTS[list](accountId)
        .filter((entry) => nameOf(entry) > after)
        .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
      const page = rest.slice(0, PAGE);
      const last = page.at(-1);
      const tombstones = page.flat().map(({ kind, id }) => `${kind}#${id}`);
      return {
        places: page.flat(),
        ...(list === 'tombstones' ? { tombstones } : {}),
        ...(rest.length > PAGE && last ? { next: nameOf(last) } : {}),
      };
    },
    async removeTombstones(accountId, ids) {
      for (const id of ids) setOf(accountId, 'own').delete(`TOMBSTONE#${id}`);
    },
    async remember(accountId, places) {
      for (const { kind, id } of places) setOf(accountId, 'remembered').add(`${kind}#${id}`);
    },
    async forget(accountId, places) {
      for (const { kind, id } of places) setOf(accountId, 'remembered').delete(`${kind}#${id}`);
    },
    async removeSomeOf(accountId, place) {
      const items = placeSet(accountId, place);
      const others = [...items].filter((name) => name !== 'HEAD');
      return removeFrom(items, others.length > 0 ? others : [...items]);
    },
    async removeSomeOwn(accountId) {
      const items = setOf(accountId, 'own');
      return removeFrom(items, [...items]);
    },
  };
}
