import { sweepHandler } from '#app/composition/sweep.ts';
import { slotDeps } from '#app/composition/worker.ts';
import { fairQueueDuty } from '#platform/fair-queue/sweep-fair-queues.ts';

/** Puts the lines of accounts right that a crash left behind. */
export const handler = sweepHandler(() => fairQueueDuty(slotDeps()));
