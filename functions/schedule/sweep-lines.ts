import { fairQueueDuty } from '../../lib/fair-queue/sweep-fair-queues.ts';
import { sweepHandler } from '../../lib/runtime/sweep.ts';
import { slotDeps } from '../../lib/runtime/worker.ts';

/** Puts the lines of accounts right that a crash left behind. */
export const handler = sweepHandler(() => fairQueueDuty(slotDeps()));
