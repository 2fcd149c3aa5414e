import { createDeliveryHandler } from '#app/composition/delivery-worker.ts';

/** Makes one attempt of a delivery for each message. */
export const handler = createDeliveryHandler('deliveries');
