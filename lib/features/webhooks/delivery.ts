import type { RenderEventName } from '#features/renders/public.ts';
import { type Receiver, type ReceiverRef, toReceiverRef } from './receiver.ts';

/** States of a delivery. */
export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;

/** The delivery of one event to one receiver, with its attempts. */
export interface Delivery {
  id: string;
  account_id: string;
  receiver: Receiver;
  event: RenderEventName;
  event_id: string;
  /** The render that the event is about. For a test: a sample render, which is not stored. */
  render_id: string;
  /** Only for `render.progress`: the progress of the render, in percent. */
  progress?: number | undefined;
  /** The bytes that are posted and signed. Only tests store them here; other deliveries share the body of their event. */
  body?: string | undefined;
  status: (typeof DELIVERY_STATUSES)[number];
  /** The last MAX_STORED_DELIVERY_ATTEMPTS attempts, oldest first. */
  tries: DeliveryAttempt[];
  /** The number of all attempts. Absent: the length of `tries`. */
  tries_made?: number | undefined;
  /** The number of attempts before a client last restarted the delivery and its schedule. Absent: 0. */
  tries_before?: number | undefined;
  next_try_at: string;
  /** Time at which a deferred delivery requests a slot again. It is deferred when its receiver has no free slot, or its message came early. */
  deferred_until?: string | undefined;
  /** Time of the sweeper's next check of this pending delivery, whether or not its message was lost. */
  sweep_at?: string | undefined;
  /** Number of messages that the sweeper has sent since the last attempt. Absent: 0. */
  redriven?: number | undefined;
  /** Reason why the delivery ended without a further attempt. */
  dropped?: string | undefined;
  created_at: string;
}

/**
 * The maximum number of attempts that are stored with a delivery. With 2 KB of each response a delivery stays far below the 400 KB of an
 * item, however often it is redelivered.
 */
export const MAX_STORED_DELIVERY_ATTEMPTS = 20;

/** The number of all attempts of a delivery, including those that are no longer kept. */
export const countOfDeliveryAttempts = ({ tries, tries_made }: Pick<Delivery, 'tries' | 'tries_made'>): number =>
  tries_made ?? tries.length;

/** Result of one attempt. */
export interface DeliveryAttempt {
  at: string;
  outcome: 'succeeded' | 'failed';
  response_status?: number | undefined;
  duration_ms: number;
  /** Reason why there was no response. It reveals nothing about the network of the service. */
  fault?: string | undefined;
  /** The beginning of the response: at most 2,048 bytes of UTF-8. */
  response_excerpt?: string | undefined;
}

/** Reference to a delivery in a message. It contains the keys of everything that an attempt needs, for one read. */
export interface DeliveryRef {
  account_id: string;
  receiver: ReceiverRef;
  delivery_id: string;
  /** With `event_id`, the key of the event, which has the body. */
  render_id: string;
  event_id: string;
  /** The time at which the delivery was due when the message was sent. If it is due at another time now, the message is ignored. */
  scheduled_for: string;
  /** True if the message goes through the queue for slow receivers. */
  slow?: boolean | undefined;
}

/** The time at which a pending delivery is due. Messages for other times are ignored. */
export const deliveryDueTime = ({ deferred_until, next_try_at }: Delivery): string => deferred_until ?? next_try_at;

/**
 * The reference to a delivery for a message.
 * @param slow whether its receiver is slow
 */
export const deliveryRef = (delivery: Delivery, slow = false): DeliveryRef => ({
  account_id: delivery.account_id,
  receiver: toReceiverRef(delivery.receiver),
  delivery_id: delivery.id,
  render_id: delivery.render_id,
  event_id: delivery.event_id,
  scheduled_for: deliveryDueTime(delivery),
  ...(slow ? { slow } : {}),
});
