import { createDeliveryHandler } from '#app/composition/delivery-worker.ts';

/** Makes one attempt of a delivery to a slow receiver for each message: these receivers have a separate queue, so that they delay only each other. */
export const handler = createDeliveryHandler('slowDeliveries');
