import { addSeconds, type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { attemptConditionalWrite } from '#kernel/shared/errors.ts';
import type { DeliveryAttemptOutcome } from './attempt-delivery.ts';
import type { Delivery, DeliveryRef } from './delivery.ts';
import type { DeliveryStore } from './ports.ts';
import {
  chooseReceiverSlot,
  isReceiverSlow,
  RECEIVER_SLOT_LEASE_SECONDS,
  type ReceiverSlot,
  type ReceiverSlotChoice,
  type ReceiverThrottle,
  receiverProbePauseSeconds,
} from './receiver-throttle.ts';
import type { Webhook } from './webhook.ts';

/** Dependencies of taking slots. */
export interface ReceiverSlotDeps {
  deliveries: Pick<DeliveryStore, 'takeSlot' | 'releaseSlot'>;
  clock: Clock;
  /** 0 ≤ random < 1. */
  random: () => number;
}

/** Number of attempts to find and take a free slot: other workers may take a slot first. */
export const MAX_TAKE_RECEIVER_SLOT_ATTEMPTS = 6;

/** A slot that was taken. */
export interface TakenReceiverSlot {
  kind: 'taken';
  index: number;
  slot: ReceiverSlot;
  throttle: ReceiverThrottle;
}

/**
 * Chooses a slot, and takes it by a conditional write. `overtaken`: another worker took it first.
 * @param throttle the throttle of the receiver as it was just read
 * @param evenDisabled true: take a slot although the webhook is disabled
 */
export async function takeReceiverSlot(
  { deliveries, clock, random }: ReceiverSlotDeps,
  ref: DeliveryRef,
  throttle: ReceiverThrottle,
  delivery: Delivery,
  evenDisabled = false,
): Promise<TakenReceiverSlot | Exclude<ReceiverSlotChoice, { kind: 'free' }> | { kind: 'overtaken' }> {
  const now = clock();
  const choice = chooseReceiverSlot(throttle, delivery, now, random());
  if (choice.kind !== 'free') return choice;
  const { index } = choice;
  const slot: ReceiverSlot = {
    delivery_id: delivery.id,
    render_id: delivery.event === 'render.progress' ? delivery.render_id : undefined,
    until: formatUtcTimestamp(addSeconds(now, RECEIVER_SLOT_LEASE_SECONDS)),
  };
  const isTaken = await attemptConditionalWrite(() =>
    deliveries.takeSlot(ref, throttle, index, slot, now, evenDisabled),
  );
  return isTaken ? { kind: 'taken', index, slot, throttle } : { kind: 'overtaken' };
}

/**
 * Reports whether failed attempts of a delivery count towards disabling the webhook. Attempts of progress events (at most two) do not, nor
 * those of tests, which may be meant to fail.
 */
export const countsTowardsDisablingWebhook = ({ event, body }: Delivery): boolean =>
  event !== 'render.progress' && body === undefined;

/**
 * Does work in a slot and releases the slot at the end, also after a failure. The release stores the outcome of the attempt, which
 * `work` reports by `note`, in the throttle.
 * @param work calls `note` when it knows the outcome of its attempt; may fail after that
 * @param onReleased is called after the release with the outcome and the current webhook; without one if the webhook was removed, or if the
 * receiver has none
 */
export async function withReceiverSlot<Result>(
  { deliveries, clock }: ReceiverSlotDeps,
  ref: DeliveryRef,
  { index, slot, throttle }: TakenReceiverSlot,
  delivery: Delivery,
  work: (note: (attemptOutcome: DeliveryAttemptOutcome) => void) => Promise<Result>,
  onReleased: (attemptOutcome: DeliveryAttemptOutcome, webhook: Webhook | undefined) => Promise<void> = async () =>
    undefined,
): Promise<Result> {
  let attemptOutcome: DeliveryAttemptOutcome | undefined;
  try {
    return await work((outcome) => {
      attemptOutcome = outcome;
    });
  } finally {
    const outcome = attemptOutcome && {
      outcome: attemptOutcome.noted.outcome,
      at: attemptOutcome.noted.at,
      timedOut: attemptOutcome.timedOut,
      slow: isReceiverSlow(attemptOutcome),
      counts: countsTowardsDisablingWebhook(delivery),
      probe_at: formatUtcTimestamp(addSeconds(clock(), receiverProbePauseSeconds(throttle.timeouts + 1))),
    };
    const webhook = await deliveries.releaseSlot(ref, index, slot, outcome);
    if (attemptOutcome) await onReleased(attemptOutcome, webhook);
  }
}
