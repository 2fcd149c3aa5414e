/** What the rest of the service may use of this feature. */
export type {
  DeliveryQueue,
  DeliveryRef,
  DeliveryStore,
  OutboxStore,
  UndispatchedEvent,
  WebhookStore,
} from './ports.ts';
export {
  type FirstInLine,
  isProbing,
  LANE_SLOTS,
  type Lane,
  type Slot,
  TIMEOUTS_IN_A_ROW,
} from './receiver-throttle.ts';
export { type Delivery, KEPT_TRIES, triesMade, WEBHOOKS_PER_ACCOUNT, type Webhook } from './webhook.ts';
