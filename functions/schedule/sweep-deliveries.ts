import { sweepDeps } from '#app/composition/events.ts';
import { sweepHandler } from '#app/composition/sweep-handler.ts';
import { deliveriesSweep } from '#features/webhooks/sweep-webhooks.ts';

/** Sends the messages of deliveries that were lost, or whose long wait is nearly over. */
export const handler = sweepHandler(() => deliveriesSweep(sweepDeps()));
