import { parseMessage } from '../../lib/aws/queue-messages.ts';
import { deliverDeps } from '../../lib/runtime/events.ts';
import { atOnce } from '../../lib/runtime/process-batch.ts';
import { deliver } from '../../lib/webhooks/deliver.ts';

/** The same for receivers that kept a worker waiting: they do so to one another here, and to nobody else. */
export const handler = atOnce((record) =>
  deliver({ ...deliverDeps(), forSlow: true }, parseMessage(record.body, 'delivery')),
);
