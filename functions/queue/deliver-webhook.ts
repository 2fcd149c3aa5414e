import { deliverTools } from '../../lib/runtime/events.ts';
import { batchHandler } from '../../lib/runtime/worker.ts';
import { deliver } from '../../lib/webhooks/deliver.ts';
import type { DeliveryRef } from '../../lib/webhooks/ports.ts';

export const handler = batchHandler((record) => deliver(deliverTools(), JSON.parse(record.body) as DeliveryRef));
