import { atOnce } from '../../lib/runtime/at-once.ts';
import { deliverTools } from '../../lib/runtime/events.ts';
import { deliver } from '../../lib/webhooks/deliver.ts';
import { refIn } from '../../lib/webhooks/delivery-ref.ts';

/** The same for receivers that kept a worker waiting: they do so to one another here, and to nobody else. */
export const handler = atOnce((record) => deliver({ ...deliverTools(), forSlow: true }, refIn(record.body)));
