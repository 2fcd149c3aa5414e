import { erasuresDuty } from '../../lib/erasure/erase-account.ts';
import { eraseAccountDeps } from '../../lib/runtime/erasure.ts';
import { sweepHandler } from '../../lib/runtime/sweep.ts';

/** Erases deleted accounts. */
export const handler = sweepHandler(() => erasuresDuty(eraseAccountDeps()));
