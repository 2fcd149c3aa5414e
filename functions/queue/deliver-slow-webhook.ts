import { deliveryHandler } from '#app/composition/delivery-worker.ts';

/** Makes tries of deliveries to slow receivers: here they keep only one another waiting. */
export const handler = deliveryHandler('slowDeliveries');
