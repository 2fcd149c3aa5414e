import { deliveryHandler } from '#app/composition/delivery-worker.ts';

/** Makes tries of deliveries. */
export const handler = deliveryHandler('deliveries');
