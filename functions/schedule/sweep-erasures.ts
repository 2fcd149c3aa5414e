import { eraseAccountDeps } from '#app/composition/erasure.ts';
import { createSweepHandler } from '#app/composition/sweep-handler.ts';
import { deletedAccountsErasureSweep } from '#platform/erasure/public.ts';

/** Erases deleted accounts. */
export const handler = createSweepHandler(() => deletedAccountsErasureSweep(eraseAccountDeps()));
