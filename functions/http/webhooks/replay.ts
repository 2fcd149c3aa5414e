import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { replayDeliveriesContract } from '#features/webhooks/contract.ts';
import { replayFailedDeliveries } from '#features/webhooks/manage-deliveries.ts';

/** Handles `POST /webhooks/{id}/deliveries/replay`: replays all failed deliveries of events created since a given time, oldest first. */
export const handler = createApiEndpoint(replayDeliveriesContract, async ({ principal, params, body }) => {
  const { webhooks, deliveries, deliveryQueue: queue, clock, scopeOf } = sharedServices();
  return replayFailedDeliveries(
    { webhooks, deliveries, queue, clock, scopeOf },
    principal,
    params.id,
    new Date(body.since),
    body.cursor,
  );
});
