import { parseMessage } from '../../lib/aws/queue-messages.ts';
import { deliverDeps } from '../../lib/runtime/events.ts';
import { batchHandler } from '../../lib/runtime/process-batch.ts';
import { deliver } from '../../lib/webhooks/deliver.ts';

/** Serves slow receivers: here they keep only one another waiting. */
export const handler = batchHandler('slowDeliveries', (record) =>
  deliver({ ...deliverDeps(), servesSlow: true }, parseMessage(record.body, 'delivery')),
);
