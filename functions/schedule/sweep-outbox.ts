import { webhookSweepDeps } from '#app/composition/events.ts';
import { createSweepHandler } from '#app/composition/sweep-handler.ts';
import { outboxSweep } from '#features/webhooks/sweep-webhooks.ts';

/** Dispatches events that the stream lost. */
export const handler = createSweepHandler(() => outboxSweep(webhookSweepDeps()));
