import { tombstonesDuty } from '../../lib/erasure/work-off-tombstones.ts';
import { workOffDeps } from '../../lib/runtime/erasure.ts';
import { sweepHandler } from '../../lib/runtime/sweep.ts';

/** Removes what changes left to be removed. */
export const handler = sweepHandler(() => tombstonesDuty(workOffDeps()));
