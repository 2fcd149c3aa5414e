import { workOffDeps } from '#app/composition/erasure.ts';
import { sweepHandler } from '#app/composition/sweep.ts';
import { tombstonesDuty } from '#platform/erasure/work-off-tombstones.ts';

/** Removes what changes left to be removed. */
export const handler = sweepHandler(() => tombstonesDuty(workOffDeps()));
