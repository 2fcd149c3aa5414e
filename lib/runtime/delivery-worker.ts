import { parseMessage } from '../aws/queue-messages.ts';
import { deliver } from '../webhooks/deliver.ts';
import { SLOT_SECONDS } from '../webhooks/receiver-throttle.ts';
import { deliverDeps } from './events.ts';
import { hideMessageOf } from './hide-message.ts';
import { log } from './log.ts';
import { queueHandler } from './queue-handler.ts';

/** The message of a killed worker returns after this many seconds, and finds the slot free that the worker had. */
const RETURN_SECONDS = SLOT_SECONDS + 4;

/**
 * The handler of a queue of deliveries. A try mostly waits for its receiver, so the tries of a batch run concurrently. The
 * queue hides a message for as long as Lambda may try to start the function; from here on it is hidden for one try only.
 */
export const deliveryHandler = (queue: 'deliveries' | 'slowDeliveries') =>
  queueHandler(queue, async (record) => {
    // A message that stays hidden for longer is worth less than the try: the sweeper sends another one if it is needed.
    await hideMessageOf(
      queue,
      record,
    )(RETURN_SECONDS).catch((error: unknown) => log.warn('message not hidden', { error }));
    const deps = { ...deliverDeps(), servesSlow: queue === 'slowDeliveries' };
    await deliver(deps, parseMessage(record.body, 'delivery'));
  });
