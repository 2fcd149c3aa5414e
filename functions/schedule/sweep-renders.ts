import { createSweepHandler } from '#app/composition/sweep-handler.ts';
import { advanceRenderDeps } from '#app/composition/worker.ts';
import { rendersSweep } from '#features/renders/sweep-renders.ts';

/** Continues renders whose worker crashed. */
export const handler = createSweepHandler(() => rendersSweep(advanceRenderDeps()));
