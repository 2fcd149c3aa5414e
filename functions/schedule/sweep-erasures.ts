import { eraseAccountDeps } from '#app/composition/erasure.ts';
import { sweepHandler } from '#app/composition/sweep.ts';
import { erasuresDuty } from '#platform/erasure/erase-account.ts';

/** Erases deleted accounts. */
export const handler = sweepHandler(() => erasuresDuty(eraseAccountDeps()));
