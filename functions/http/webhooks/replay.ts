import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';
import { replayDeliveriesContract } from '../../../lib/webhooks/contract.ts';
import { replayFailed } from '../../../lib/webhooks/manage-deliveries.ts';

export const handler = endpoint(replayDeliveriesContract, async ({ principal, params, body }) => {
  const { webhooks, deliveries, deliveryQueue: queue, clock, scopeOf } = services();
  return replayFailed(
    { webhooks, deliveries, queue, clock, scopeOf },
    principal,
    params.id,
    new Date(body.since),
    body.cursor,
  );
});
