import { parseMessage } from '#adapters/aws/queue-messages.ts';
import { deliverWebhook } from '#features/webhooks/deliver.ts';
import { RECEIVER_SLOT_LEASE_SECONDS } from '#features/webhooks/receiver-throttle.ts';
import { deliverWebhookDeps } from './events.ts';
import { createQueueHandler } from './queue-handler.ts';

/** Seconds after which the message of a killed worker returns: by then the worker's slot has expired. */
const RETURN_SECONDS = RECEIVER_SLOT_LEASE_SECONDS + 4;

/**
 * The handler of a queue of deliveries. An attempt mostly waits for its receiver, so the attempts of a batch run concurrently. The
 * queue hides a message for all the time in which Lambda may retry to start the function; the handler shortens that to one attempt.
 */
export const createDeliveryHandler = (queue: 'deliveries' | 'slowDeliveries') =>
  createQueueHandler(
    queue,
    async ({ body }) => {
      const deps = { ...deliverWebhookDeps(), servesSlow: queue === 'slowDeliveries' };
      await deliverWebhook(deps, parseMessage(body, 'delivery'));
    },
    RETURN_SECONDS,
  );
