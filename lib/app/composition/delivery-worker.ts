import { parseMessage } from '#adapters/aws/queue-messages.ts';
import { deliverWebhook } from '#features/webhooks/deliver.ts';
import { SLOT_SECONDS } from '#features/webhooks/receiver-throttle.ts';
import { deliverDeps } from './events.ts';
import { queueHandler } from './queue-handler.ts';

/** Seconds after which the message of a killed worker returns: by then the worker's slot has expired. */
const RETURN_SECONDS = SLOT_SECONDS + 4;

/**
 * The handler of a queue of deliveries. An attempt mostly waits for its receiver, so the attempts of a batch run concurrently. The
 * queue hides a message for all the time in which Lambda may retry to start the function; the handler shortens that to one attempt.
 */
export const deliveryHandler = (queue: 'deliveries' | 'slowDeliveries') =>
  queueHandler(
    queue,
    async ({ body }) => {
      const deps = { ...deliverDeps(), servesSlow: queue === 'slowDeliveries' };
      await deliverWebhook(deps, parseMessage(body, 'delivery'));
    },
    RETURN_SECONDS,
  );
