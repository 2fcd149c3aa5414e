import type { RenderEventName } from '#features/renders/public.ts';
import { type Receiver, type ReceiverRef, receiverRef } from './receiver.ts';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;

/** One event on its way to one receiver. */
export interface Delivery {
  id: string;
  account_id: string;
  receiver: Receiver;
  event: RenderEventName;
  event_id: string;
  /** The render that the event is about. For a test: a sample render, which is stored nowhere. */
  render_id: string;
  /** Only for `render.progress`: the progress of the render, in percent. */
  progress?: number | undefined;
  /** The exact bytes that are posted and signed. Only a test has its own; other deliveries share the body of their event. */
  body?: string | undefined;
  status: (typeof DELIVERY_STATUSES)[number];
  /** The last KEPT_ATTEMPTS attempts, oldest first. */
  tries: DeliveryAttempt[];
  /** The number of all attempts. Absent: the length of `tries`. */
  tries_made?: number | undefined;
  /** The number of attempts before the last redelivery by hand, which restarted the schedule. */
  tries_before?: number | undefined;
  next_try_at: string;
  /** Time at which a deferred delivery asks for a slot again: its receiver had none, or its message came early. */
  deferred_until?: string | undefined;
  /** Time of the sweeper's next check of this pending delivery, whether or not its message was lost. */
  sweep_at?: string | undefined;
  /** Number of messages that the sweeper has sent since the last attempt. Absent: 0. */
  redriven?: number | undefined;
  /** Reason why the delivery ended without a last attempt. */
  dropped?: string | undefined;
  created_at: string;
}

/** With 2 KB of each response a delivery stays far below the 400 KB of an item, however often it is redelivered. */
export const KEPT_ATTEMPTS = 20;

/** The number of all attempts of a delivery, also of those that are no longer kept. */
export const attemptsMade = ({ tries, tries_made }: Pick<Delivery, 'tries' | 'tries_made'>): number =>
  tries_made ?? tries.length;

/** Result of one attempt. */
export interface DeliveryAttempt {
  at: string;
  outcome: 'succeeded' | 'failed';
  response_status?: number | undefined;
  duration_ms: number;
  /** Reason why there was no response. Names nothing of our network. */
  fault?: string | undefined;
  /** The beginning of the response: at most 2,048 bytes of UTF-8. */
  response_excerpt?: string | undefined;
}

/** A delivery as messages name it: everything that an attempt needs is found by it in one read. */
export interface DeliveryRef {
  account_id: string;
  receiver: ReceiverRef;
  delivery_id: string;
  /** With `event_id`: where the event keeps the body. */
  render_id: string;
  event_id: string;
  /** The due time that the message was sent for. The message is ignored if the delivery is due at another time by now. */
  scheduled_for: string;
  /** True if the message goes through the queue for slow receivers. */
  slow?: boolean | undefined;
}

/** The time of the one message that a pending delivery waits for. Messages for other times are ignored. */
export const scheduledFor = ({ deferred_until, next_try_at }: Delivery): string => deferred_until ?? next_try_at;

/**
 * Names a delivery for a message.
 * @param slow whether its receiver is slow
 */
export const deliveryRef = (delivery: Delivery, slow = false): DeliveryRef => ({
  account_id: delivery.account_id,
  receiver: receiverRef(delivery.receiver),
  delivery_id: delivery.id,
  render_id: delivery.render_id,
  event_id: delivery.event_id,
  scheduled_for: scheduledFor(delivery),
  ...(slow ? { slow } : {}),
});
