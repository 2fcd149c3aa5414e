import { sweepDeps } from '#app/composition/events.ts';
import { sweepHandler } from '#app/composition/sweep.ts';
import { outboxDuty } from '#features/webhooks/sweep-webhooks.ts';

/** Dispatches events that the stream lost. */
export const handler = sweepHandler(() => outboxDuty(sweepDeps()));
