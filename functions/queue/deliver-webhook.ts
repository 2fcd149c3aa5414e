import { deliveryHandler } from '../../lib/runtime/delivery-worker.ts';

/** Makes tries of deliveries. */
export const handler = deliveryHandler('deliveries');
