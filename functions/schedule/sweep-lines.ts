import { sweepHandler } from '#app/composition/sweep-handler.ts';
import { slotDeps } from '#app/composition/worker.ts';
import { fairQueueSweep } from '#platform/fair-queue/public.ts';

/** Puts the lines of accounts right that a crash left behind. */
export const handler = sweepHandler(() => fairQueueSweep(slotDeps()));
