import type { DueEntriesPage, DueEntriesPageRequest } from '#platform/recovery/recovery-sweep.ts';
import { copyStored } from './copy.ts';

/** What a store in memory lists for a sweeper. */
export interface Listed<Entry> {
  /** Starts with the time at which the entry is due; no two are equal. */
  listed_as: string;
  entry: Entry;
}

/** A page of due entries as the table gives it. All entries are in the first shard. */
export function duePage<Entry>(
  listed: readonly Listed<Entry>[],
  { shard, now, limit, after = '' }: DueEntriesPageRequest,
): DueEntriesPage<Entry> {
  if (shard !== 0) return { entries: [] };
  const due = listed
    .filter(({ listed_as }) => listed_as < now && listed_as > after)
    .sort((a, b) => (a.listed_as < b.listed_as ? -1 : 1));
  const page = due.slice(0, limit);
  const last = page.at(-1)?.listed_as;
  return {
    entries: page.map(({ entry }) => copyStored(entry)),
    ...(due.length > page.length && last !== undefined ? { next: last } : {}),
  };
}
