import { parseMessage } from '../../lib/aws/queue-messages.ts';
import { deliverDeps } from '../../lib/runtime/events.ts';
import { batchHandler } from '../../lib/runtime/process-batch.ts';
import { deliver } from '../../lib/webhooks/deliver.ts';

/** A try mostly waits for its receiver, so the tries of a batch run concurrently. */
export const handler = batchHandler('deliveries', (record) =>
  deliver(deliverDeps(), parseMessage(record.body, 'delivery')),
);
