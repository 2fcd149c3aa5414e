import { tombstonedItemRemover } from '#adapters/aws/erasure/remaining-items.ts';
import { unusedSpeechRemover } from '#adapters/aws/erasure/remaining-speech.ts';
import { fairQueueRepository } from '#adapters/aws/fair-queue/fair-queue-repository.ts';
import { hasUnfinishedFetches } from '#features/images/fetching/has-unfinished-fetches.ts';
import { hasLiveRenderOrOpenBatch } from '#features/renders/has-live-render-or-open-batch.ts';
import type { EraseAccountDeps } from '#platform/erasure/erase-account.ts';
import type { SweepTombstonesDeps } from '#platform/erasure/process-tombstone.ts';
import { accountErasureDeps } from './account-erasure-deps.ts';
import { lazy } from './lazy.ts';
import { sharedServices } from './services.ts';

/** Dependencies of the sweeper of tombstones. */
export const sweepTombstonesDeps = lazy((): SweepTombstonesDeps => {
  const { table, tombstones, files, renders, batches, clock } = sharedServices();
  // The sweeper gets the right to read queues, and not that to send messages.
  const fairQueue = fairQueueRepository(table);
  return {
    tombstones,
    items: tombstonedItemRemover(table),
    speech: unusedSpeechRemover(table),
    files,
    isNeeded: async (accountId, timelineId) =>
      (await hasUnfinishedFetches(fairQueue, accountId)) ||
      (await hasLiveRenderOrOpenBatch({ renders, batches }, accountId, timelineId)),
    clock,
  };
});

/** Dependencies of the sweeper of deleted accounts. */
export const eraseAccountDeps = lazy((): EraseAccountDeps => {
  const { table, files, clock } = sharedServices();
  return accountErasureDeps(table, files, clock);
});
