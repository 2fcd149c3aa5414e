import { deliveryHandler } from '#app/composition/delivery-worker.ts';

/** Makes one attempt of a delivery for each message. */
export const handler = deliveryHandler('deliveries');
