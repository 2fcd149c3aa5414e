import { sweepDeps } from '../../lib/runtime/events.ts';
import { sweepHandler } from '../../lib/runtime/sweep.ts';
import { outboxDuty } from '../../lib/webhooks/sweep-webhooks.ts';

/** Dispatches events that the stream lost. */
export const handler = sweepHandler(() => outboxDuty(sweepDeps()));
