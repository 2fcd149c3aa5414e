import { rendersDuty } from '../../lib/renders/sweep-renders.ts';
import { sweepHandler } from '../../lib/runtime/sweep.ts';
import { advanceDeps } from '../../lib/runtime/worker.ts';

/** Re-drives renders that a crash left behind. */
export const handler = sweepHandler(() => rendersDuty(advanceDeps()));
