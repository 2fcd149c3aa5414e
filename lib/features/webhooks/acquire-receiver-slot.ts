import { addSeconds, type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { attemptConditionalWrite } from '#kernel/shared/errors.ts';
import type { WaitBeforeRetry } from '#kernel/shared/wait-before-retry.ts';
import { type Delivery, type DeliveryRef, deliveryDueTime, deliveryRef } from './delivery.ts';
import type { DeliveryContext, DeliveryQueue, DeliveryStore } from './ports.ts';
import {
  halfOpenDeferralSeconds,
  isReceiverHalfOpen,
  type LongestWaitingDeliveryReservation,
  type ReceiverThrottle,
} from './receiver-throttle.ts';
import { deliveryDeferralSeconds, deliverySweepTime, MAX_QUEUE_DELAY_SECONDS } from './retry-schedule.ts';
import { MAX_TAKE_RECEIVER_SLOT_ATTEMPTS, type TakenReceiverSlot, takeReceiverSlot } from './with-slot.ts';

/** Dependencies of acquireReceiverSlot. */
export interface AcquireReceiverSlotDeps {
  deliveries: DeliveryStore;
  queue: DeliveryQueue;
  /** True if this worker serves the queue for slow receivers. */
  servesSlow: boolean;
  clock: Clock;
  /** 0 ≤ random < 1. */
  random: () => number;
  /** Waits between two checks for a free slot: in all about 0.3 s, enough for a receiver that answers quickly. */
  backoff: WaitBeforeRetry;
}

/** A message is accepted up to this many seconds early, because the clocks of queue and worker differ a little. */
const MAX_EARLY_SECONDS = 0.5;

/** A starvation guard lasts this many seconds, unless its delivery renews it. */
const GUARD_SECONDS = 5;

/**
 * Defers a delivery without counting an attempt, and sends a message for the new time. If several messages for the old time arrive,
 * only one of them defers it.
 */
async function defer(
  { deliveries, queue, clock }: AcquireReceiverSlotDeps,
  delivery: Delivery,
  slow: boolean,
  seconds: number,
): Promise<void> {
  const now = clock();
  const delaySeconds = Math.ceil(seconds);
  const dueTime = addSeconds(now, delaySeconds);
  // The new time must differ from the present one: messages are matched with deliveries by it.
  const deferred_until = formatUtcTimestamp(
    formatUtcTimestamp(dueTime) === deliveryDueTime(delivery) ? addSeconds(dueTime, 0.001) : dueTime,
  );
  if (
    await attemptConditionalWrite(() =>
      deliveries.deferDelivery(delivery, { deferred_until, sweep_at: deliverySweepTime(dueTime, now) }),
    )
  )
    await queue.send(deliveryRef({ ...delivery, deferred_until }, slow), delaySeconds);
}

/**
 * Defers a delivery whose receiver has no free slot. The delivery that has waited longest gets the starvation guard: it checks again
 * every second, and the next free slot is reserved for it.
 * @param overdueSeconds seconds since the delivery was due
 */
async function deferUntilFree(
  deps: AcquireReceiverSlotDeps,
  ref: DeliveryRef,
  delivery: Delivery,
  throttle: ReceiverThrottle,
  overdueSeconds: number,
): Promise<void> {
  const { deliveries, clock, random } = deps;
  const now = clock();
  if (isReceiverHalfOpen(throttle))
    return defer(deps, delivery, throttle.slow, halfOpenDeferralSeconds(throttle, now, random()));
  const ownGuard: LongestWaitingDeliveryReservation = {
    delivery_id: delivery.id,
    due: delivery.next_try_at,
    until: formatUtcTimestamp(addSeconds(now, GUARD_SECONDS)),
  };
  const { guard } = throttle;
  const isBehindGuard =
    guard !== undefined &&
    guard.until > formatUtcTimestamp(now) &&
    guard.delivery_id !== ownGuard.delivery_id &&
    guard.due <= ownGuard.due;
  const isGuarded = !isBehindGuard && (await attemptConditionalWrite(() => deliveries.setGuard(ref, ownGuard, now)));
  await defer(deps, delivery, throttle.slow, deliveryDeferralSeconds(isGuarded ? 0 : overdueSeconds, random()));
}

/** Reason why a delivery is not sent any more; undefined if it is to be sent. */
function reasonToDrop({ receiver }: Delivery, { webhook, body }: DeliveryContext): string | undefined {
  if (receiver.kind === 'webhook' && !webhook) return 'The webhook was removed.';
  if (receiver.kind === 'webhook' && webhook?.status === 'disabled') return 'The webhook was disabled.';
  return body === undefined ? 'The event is no longer kept.' : undefined;
}

/** A slot that was taken for an attempt, with the data that the attempt needs. */
export interface AcquiredReceiverSlot {
  taken: TakenReceiverSlot;
  delivery: Delivery;
  context: DeliveryContext & { body: string };
}

/**
 * Takes a slot of the receiver for the attempt that a message requests.
 * @returns undefined when no attempt is to be made now: the delivery was deferred, dropped or moved to another queue, or the message is
 * out of date
 */
export async function acquireReceiverSlot(
  deps: AcquireReceiverSlotDeps,
  ref: DeliveryRef,
): Promise<AcquiredReceiverSlot | undefined> {
  const { deliveries, clock, backoff } = deps;
  for (let check = 1; ; check++) {
    const context = await deliveries.loadContext(ref);
    const { delivery, throttle, body } = context;
    if (delivery?.status !== 'pending' || deliveryDueTime(delivery) !== ref.scheduled_for) return undefined;
    const now = clock();
    const secondsUntilDue = (Date.parse(delivery.next_try_at) - now.getTime()) / 1000;
    if (secondsUntilDue > MAX_EARLY_SECONDS) {
      // The sweeper sends the message of a longer wait when the wait is nearly over.
      if (secondsUntilDue <= MAX_QUEUE_DELAY_SECONDS) await defer(deps, delivery, throttle.slow, secondsUntilDue);
      return undefined;
    }
    const reason = reasonToDrop(delivery, context);
    if (reason !== undefined || body === undefined) {
      await attemptConditionalWrite(() => deliveries.dropDelivery(delivery, reason ?? ''));
      return undefined;
    }
    if (throttle.slow && !deps.servesSlow) {
      await deps.queue.send(deliveryRef(delivery, true));
      return undefined;
    }
    const slotResult = await takeReceiverSlot(deps, ref, throttle, delivery);
    if (slotResult.kind === 'taken') return { taken: slotResult, delivery, context: { ...context, body } };
    if (slotResult.kind === 'in_progress') {
      // The message may be that of the attempt in progress, whose worker was killed. If not, the message is out of date when it comes back.
      await deps.queue.send(ref, Math.ceil((Date.parse(slotResult.until) - now.getTime()) / 1000) + 1);
      return undefined;
    }
    // A half-open receiver does not answer: its slot will not be free soon.
    if (check === MAX_TAKE_RECEIVER_SLOT_ATTEMPTS || (slotResult.kind === 'full' && isReceiverHalfOpen(throttle))) {
      await deferUntilFree(deps, ref, delivery, throttle, -secondsUntilDue);
      return undefined;
    }
    await backoff(check);
  }
}
