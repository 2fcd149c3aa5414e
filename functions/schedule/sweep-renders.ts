import { sweepHandler } from '#app/composition/sweep-handler.ts';
import { advanceDeps } from '#app/composition/worker.ts';
import { rendersSweep } from '#features/renders/sweep-renders.ts';

/** Re-drives renders that a crash left behind. */
export const handler = sweepHandler(() => rendersSweep(advanceDeps()));
