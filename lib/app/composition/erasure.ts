import { itemRemover } from '#adapters/aws/erasure/remaining-items.ts';
import { remainingSpeech } from '#adapters/aws/erasure/remaining-speech.ts';
import { hasLiveRender } from '#features/renders/has-live-render.ts';
import type { EraseAccountDeps } from '#platform/erasure/erase-account.ts';
import type { WorkOffDeps } from '#platform/erasure/work-off-tombstones.ts';
import { erasureDeps } from './erasure-deps.ts';
import { lazy } from './lazy.ts';
import { services } from './services.ts';

/** Dependencies of the sweeper of tombstones. */
export const workOffDeps = lazy((): WorkOffDeps => {
  const { table, tombstones, files, renders, batches, clock } = services();
  return {
    tombstones,
    items: itemRemover(table),
    speech: remainingSpeech(table),
    files,
    isNeeded: (accountId, timelineId) => hasLiveRender({ renders, batches }, accountId, timelineId),
    clock,
  };
});

/** Dependencies of the sweeper of deleted accounts. */
export const eraseAccountDeps = lazy((): EraseAccountDeps => {
  const { table, files, clock } = services();
  return erasureDeps(table, files, clock);
});
