import { parseMessage } from '#adapters/aws/queue-messages.ts';
import { deliver } from '#features/webhooks/deliver.ts';
import { SLOT_SECONDS } from '#features/webhooks/receiver-throttle.ts';
import { deliverDeps } from './events.ts';
import { queueHandler } from './queue-handler.ts';

/** The message of a killed worker returns after this many seconds, and finds the slot free that the worker had. */
const RETURN_SECONDS = SLOT_SECONDS + 4;

/**
 * The handler of a queue of deliveries. An attempt mostly waits for its receiver, so the attempts of a batch run concurrently. The
 * queue hides a message for as long as Lambda may try to start the function; from here on it is hidden for one attempt only.
 */
export const deliveryHandler = (queue: 'deliveries' | 'slowDeliveries') =>
  queueHandler(
    queue,
    async ({ body }) => {
      const deps = { ...deliverDeps(), servesSlow: queue === 'slowDeliveries' };
      await deliver(deps, parseMessage(body, 'delivery'));
    },
    RETURN_SECONDS,
  );
