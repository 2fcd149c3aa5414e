import { webhookSweepDeps } from '#app/composition/events.ts';
import { sweepHandler } from '#app/composition/sweep-handler.ts';
import { outboxSweep } from '#features/webhooks/sweep-webhooks.ts';

/** Dispatches events that the stream lost. */
export const handler = sweepHandler(() => outboxSweep(webhookSweepDeps()));
