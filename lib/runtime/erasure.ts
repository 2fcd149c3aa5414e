import { remainingItems } from '../aws/erasure/remaining-items.ts';
import type { WorkOffDeps } from '../erasure/work-off-tombstones.ts';
import { needsTimeline } from '../renders/needs-timeline.ts';
import { lazy } from './lazy.ts';
import { services } from './services.ts';

/** What the sweeper of tombstones needs. */
export const workOffDeps = lazy((): WorkOffDeps => {
  const { table, tombstones, files, renders, clock } = services();
  return {
    tombstones,
    items: remainingItems(table),
    files,
    isNeeded: (accountId, timelineId) => needsTimeline(renders, accountId, timelineId),
    clock,
  };
});
