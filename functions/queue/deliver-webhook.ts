import { parseMessage } from '../../lib/aws/queue-messages.ts';
import { deliverDeps } from '../../lib/runtime/events.ts';
import { atOnce } from '../../lib/runtime/process-batch.ts';
import { deliver } from '../../lib/webhooks/deliver.ts';

/** A try is nearly all waiting for the receiver, so those of a batch are made side by side: none waits for another's. */
export const handler = atOnce((record) => deliver(deliverDeps(), parseMessage(record.body, 'delivery')));
