import { expect, it } from 'vitest';
import { hasUnfinishedFetches } from '#features/images/fetching/has-unfinished-fetches.ts';
import type { FairQueueStore } from '#platform/fair-queue/public.ts';

type AccountQueueView = Awaited<ReturnType<FairQueueStore['view']>>;
const SLOT = { id: 'a', message: '{}', sent_at: '2026-11-28T00:00:00.000Z' } as never;
const TICKET = { account_id: 'acc_1', pool: 'fetching', id: 'b', message: '{}' } as never;

it.each<[string, AccountQueueView, boolean]>([
  ['nothing', { held: [], waiting: [] }, false],
  ['one that runs', { held: [SLOT], waiting: [] }, true],
  ['one that waits', { held: [], waiting: [TICKET] }, true],
])('an account with %s', async (_, view, isUnfinished) => {
  const asked: unknown[] = [];
  const store = {
    view: async (...queue: unknown[]) => {
      asked.push(queue);
      return view;
    },
  };
  expect(await hasUnfinishedFetches(store, 'acc_1')).toBe(isUnfinished);
  expect(asked).toEqual([[{ account_id: 'acc_1', pool: 'fetching' }, 1]]);
});
