import { webhookSweepDeps } from '#app/composition/events.ts';
import { createSweepHandler } from '#app/composition/sweep-handler.ts';
import { deliveriesSweep } from '#features/webhooks/sweep-webhooks.ts';

/**
 * Sends the lost messages of deliveries again, and the messages of deliveries that waited longer than a queue can delay and are now due.
 */
export const handler = createSweepHandler(() => deliveriesSweep(webhookSweepDeps()));
