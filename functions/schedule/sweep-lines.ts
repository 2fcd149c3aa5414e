import { createSweepHandler } from '#app/composition/sweep-handler.ts';
import { fairQueueSlotDeps } from '#app/composition/worker.ts';
import { fairQueueSweep } from '#platform/fair-queue/public.ts';

/** Corrects the fair queues of accounts after crashes: frees slots of workers that no longer run, and sends the messages of waiting work again. */
export const handler = createSweepHandler(() => fairQueueSweep(fairQueueSlotDeps()));
