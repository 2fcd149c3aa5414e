import { endpoint } from '../../../lib/runtime/api.ts';
import { data } from '../../../lib/runtime/data.ts';
import { replayDeliveries as contract } from '../../../lib/webhooks/contract.ts';
import { replayFailed } from '../../../lib/webhooks/manage-deliveries.ts';

export const handler = endpoint(contract, async ({ principal, params, body }) => {
  const { webhooks, deliveries, deliveryQueue: queue, clock } = data();
  return replayFailed({ webhooks, deliveries, queue, clock }, principal, params.id, new Date(body.since), body.cursor);
});
