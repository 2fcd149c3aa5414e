import { sweepDeps } from '#app/composition/events.ts';
import { sweepHandler } from '#app/composition/sweep-handler.ts';
import { deliveriesSweep } from '#features/webhooks/sweep-webhooks.ts';

/** Sends the messages of deliveries again that were lost, and those of deliveries that are due after a wait longer than a queue can delay. */
export const handler = sweepHandler(() => deliveriesSweep(sweepDeps()));
