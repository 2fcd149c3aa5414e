import { WriteConflictError } from '#kernel/shared/errors.ts';
import type { Tombstone, TombstoneChange, TombstoneStore } from '#platform/erasure/tombstone.ts';
import { copyStored } from './copy.ts';
import { duePage } from './due-page.ts';

/** Tombstones in memory. Stores of other things change them in their own transactions, by `prepare`. */
export interface MemoryTombstones extends TombstoneStore {
  readonly stored: ReadonlyMap<string, Tombstone>;
  /** The files that tombstones name, sorted. */
  files(): string[];
  /** Checks a change. @returns what commits it. @throws WriteConflictError when a tombstone cannot be lifted */
  prepare(accountId: string, change: TombstoneChange | undefined): () => void;
}

/** A store of tombstones in memory, under the conditions of the table. */
export function memoryTombstoneStore(): MemoryTombstones {
  const stored = new Map<string, Tombstone>();
  const keyOf = ({ account_id, id }: Pick<Tombstone, 'account_id' | 'id'>) => `${account_id} ${id}`;
  const put = (tombstone: Tombstone) => void stored.set(keyOf(tombstone), copyStored(tombstone));
  return {
    stored,
    files: () => [...stored.values()].flatMap(({ remains }) => (remains.kind === 'files' ? remains.keys : [])).sort(),
    prepare(account_id, { added, lifted = [] } = {}) {
      const keys = lifted.map((id) => keyOf({ account_id, id }));
      for (const key of keys) {
        const present = stored.get(key);
        if (!present || present.taken) throw new WriteConflictError(`condition: the tombstone ${key} cannot be lifted`);
      }
      return () => {
        for (const key of keys) stored.delete(key);
        for (const tombstone of [added ?? []].flat()) put(tombstone);
      };
    },
    async insert(tombstone) {
      put(tombstone);
    },
    async listDue(page) {
      const listed = [...stored.values()].map((entry) => ({ listed_as: `${entry.due_at}#${keyOf(entry)}`, entry }));
      return duePage(listed, page);
    },
    async take(seen, next) {
      const present = stored.get(keyOf(seen));
      if (present?.due_at !== seen.due_at) throw new WriteConflictError('condition: another sweeper has the tombstone');
      put({ ...present, taken: true, due_at: next });
    },
    async remove(tombstone) {
      stored.delete(keyOf(tombstone));
    },
  };
}
