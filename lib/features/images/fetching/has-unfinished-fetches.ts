import type { FairQueueStore } from '#platform/fair-queue/public.ts';

/**
 * Reports whether an account has image or video fetches that have not ended. One of them may copy a video whose timeline has changed or
 * gone since. Strongly consistent.
 */
export async function hasUnfinishedFetches(store: Pick<FairQueueStore, 'view'>, accountId: string): Promise<boolean> {
  const { held, waiting } = await store.view({ account_id: accountId, pool: 'fetching' }, 1);
  return held.length + waiting.length > 0;
}
