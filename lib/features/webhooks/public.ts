/** The part of this feature that the rest of the service may use. */
export {
  countOfDeliveryAttempts,
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryRef,
  MAX_STORED_DELIVERY_ATTEMPTS,
} from './delivery.ts';
export type {
  DeliveryOutcomeForThrottle,
  DeliveryQueue,
  DeliveryStore,
  OutboxStore,
  ReceiverThrottleStore,
  UndispatchedEvent,
  WebhookStore,
} from './ports.ts';
export type { Receiver } from './receiver.ts';
export {
  CONSECUTIVE_TIMEOUTS_UNTIL_HALF_OPEN,
  isReceiverHalfOpen,
  MAX_CONCURRENT_ATTEMPTS_PER_RECEIVER,
  type ReceiverThrottle,
} from './receiver-throttle.ts';
export { doesWebhookChangeResetFailures, WEBHOOKS_PER_ACCOUNT, type Webhook, webhookVersion } from './webhook.ts';
