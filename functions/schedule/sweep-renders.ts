import { sweepHandler } from '#app/composition/sweep.ts';
import { advanceDeps } from '#app/composition/worker.ts';
import { rendersDuty } from '#features/renders/sweep-renders.ts';

/** Re-drives renders that a crash left behind. */
export const handler = sweepHandler(() => rendersDuty(advanceDeps()));
