import {
  DUE_INDEX_SHARD_COUNT,
  type DueEntryPosition,
  type ListDueEntries,
} from '#platform/recovery/recovery-sweep.ts';

/** After every timestamp. */
const EVER = '9999';

/** All entries that are due before a time, or ever, from every page of every shard. */
export async function allDue<Entry>(listDue: ListDueEntries<Entry>, now = EVER): Promise<Entry[]> {
  const found: Entry[] = [];
  for (let shard = 0; shard < DUE_INDEX_SHARD_COUNT; shard++) {
    let after: DueEntryPosition | undefined;
    do {
      const page = await listDue({ shard, now, limit: 100, after });
      found.push(...page.entries);
      after = page.next;
    } while (after !== undefined);
  }
  return found;
}
