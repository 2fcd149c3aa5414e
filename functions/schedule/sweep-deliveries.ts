import { sweepDeps } from '../../lib/runtime/events.ts';
import { sweepHandler } from '../../lib/runtime/sweep.ts';
import { deliveriesDuty } from '../../lib/webhooks/sweep-webhooks.ts';

/** Sends the messages of deliveries that were lost, or whose long wait is nearly over. */
export const handler = sweepHandler(() => deliveriesDuty(sweepDeps()));
