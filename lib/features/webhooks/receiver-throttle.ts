import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import type { Delivery, DeliveryAttempt } from './delivery.ts';

/** The maximum number of attempts that may be in progress to one receiver. */
export const MAX_CONCURRENT_ATTEMPTS_PER_RECEIVER = 5;
/** After this many timeouts in a row a receiver is half-open: it gets one attempt (a probe) at a time, until it answers one. */
export const CONSECUTIVE_TIMEOUTS_UNTIL_HALF_OPEN = 3;
/** A slot is free again this many seconds after it was taken, even if its worker was killed. An attempt takes at most 15 s. */
export const RECEIVER_SLOT_LEASE_SECONDS = 20;

/** A lease for one attempt in progress. */
export interface ReceiverSlot {
  delivery_id: string;
  /** Only for `render.progress`: its render. Meanwhile no other event of that render is sent to the receiver. */
  render_id?: string | undefined;
  until: string;
}

/** A reservation of one slot for the delivery that has waited longest. It ends unless that delivery renews it. */
export interface LongestWaitingDeliveryReservation {
  delivery_id: string;
  /** Time at which its attempt was due. */
  due: string;
  /** Time at which the guard ends unless it is renewed. */
  until: string;
}

/** State of a receiver that limits the attempts to it. The receiver is a webhook, or a host in the `webhook_url` of an account's renders. */
export interface ReceiverThrottle {
  /** MAX_CONCURRENT_ATTEMPTS_PER_RECEIVER entries; undefined: a free slot. */
  slots: readonly (ReceiverSlot | undefined)[];
  guard?: LongestWaitingDeliveryReservation | undefined;
  /** True if the last attempt took longer than SLOW_RECEIVER_SECONDS: deliveries are sent through the queue for slow receivers. */
  slow: boolean;
  /** Timeouts in a row. */
  timeouts: number;
  /** While half-open: the time of the next probe. */
  probe_at?: string | undefined;
}

/** Seconds of an attempt above which its receiver is slow: then only the workers for slow receivers send to it. */
export const SLOW_RECEIVER_SECONDS = 3;

/** Reports whether an attempt took so long that its receiver is slow. */
export const isReceiverSlow = ({
  noted,
  timedOut,
}: {
  noted: Pick<DeliveryAttempt, 'duration_ms'>;
  timedOut: boolean;
}): boolean => timedOut || noted.duration_ms > SLOW_RECEIVER_SECONDS * 1000;

/** Reports whether a receiver gets one probe at a time. */
export const isReceiverHalfOpen = (throttle: ReceiverThrottle): boolean =>
  throttle.timeouts >= CONSECUTIVE_TIMEOUTS_UNTIL_HALF_OPEN;

/** Shortest and longest pause between a timeout and the next probe, in seconds. */
const MIN_PROBE_PAUSE_SECONDS = 15;
const MAX_PROBE_PAUSE_SECONDS = 120;

/**
 * Seconds between a timeout and the next probe; 0 while the receiver is not half-open. The pause does not grow with the first timeouts,
 * which may belong to attempts that were in progress together. A probe of a dead receiver occupies a worker for 15 s: with the longest
 * pause, one ninth of the time.
 * @param timeouts timeouts in a row
 */
export const receiverProbePauseSeconds = (timeouts: number): number =>
  timeouts < CONSECUTIVE_TIMEOUTS_UNTIL_HALF_OPEN
    ? 0
    : Math.min(
        MAX_PROBE_PAUSE_SECONDS,
        MIN_PROBE_PAUSE_SECONDS * 2 ** Math.max(0, timeouts - MAX_CONCURRENT_ATTEMPTS_PER_RECEIVER - 1),
      );

/** Seconds over which the deferred deliveries to a half-open receiver are spread. */
const DEFERRAL_SPREAD_SECONDS = 15;

/** The longest wait for a free slot, in seconds: for a half-open receiver until the probe and the pause end, else until the first lease ends. */
export function secondsUntilReceiverSlotFree(throttle: ReceiverThrottle, now: Date): number {
  const leases = throttle.slots.flatMap((slot) => (slot === undefined ? [] : [Date.parse(slot.until)]));
  const liveLeases = leases.filter((until) => until > now.getTime());
  const times = isReceiverHalfOpen(throttle)
    ? [...liveLeases, Date.parse(throttle.probe_at ?? '')]
    : [Math.min(...liveLeases)];
  return Math.max(0, ...times.filter(Number.isFinite).map((time) => (time - now.getTime()) / 1000));
}

/**
 * Seconds for which a delivery to a half-open receiver is deferred: until the probe and the pause end, plus a random part of the spread. So
 * deferred deliveries do not all return at the same time.
 * @param random 0 ≤ random < 1
 */
export const halfOpenDeferralSeconds = (throttle: ReceiverThrottle, now: Date, random: number): number =>
  Math.ceil(secondsUntilReceiverSlotFree(throttle, now) + DEFERRAL_SPREAD_SECONDS * random);

/** Result of the choice of a slot. */
export type ReceiverSlotChoice =
  /** An attempt can start in the slot of this index. */
  | { kind: 'free'; index: number }
  /** All slots are taken, or an attempt is in progress that must not be overtaken. */
  | { kind: 'full' }
  /** An attempt of this delivery is in progress, until `until` at most. Its worker also plans the next attempt. */
  | { kind: 'in_progress'; until: string };

/**
 * Chooses the slot for an attempt of a delivery. While the receiver is half-open, only slot 0 is chosen, so that the conditional write
 * that takes it allows only one probe.
 * @param random 0 ≤ random < 1, so that workers that choose at the same time choose different slots
 */
export function chooseReceiverSlot(
  throttle: ReceiverThrottle,
  delivery: Pick<Delivery, 'id' | 'event' | 'render_id'>,
  now: Date,
  random: number,
): ReceiverSlotChoice {
  const timestamp = formatUtcTimestamp(now);
  const takenSlots = throttle.slots.map((slot) => (slot !== undefined && slot.until > timestamp ? slot : undefined));
  const ownSlot = takenSlots.find((slot) => slot?.delivery_id === delivery.id);
  if (ownSlot) return { kind: 'in_progress', until: ownSlot.until };
  // A progress event of this render is being sent: neither its end nor a later progress event may arrive before it.
  if (takenSlots.some((slot) => slot?.render_id === delivery.render_id)) return { kind: 'full' };
  if (isReceiverHalfOpen(throttle)) {
    const isPaused = throttle.probe_at !== undefined && throttle.probe_at > timestamp;
    return isPaused || takenSlots.some((slot) => slot !== undefined) ? { kind: 'full' } : { kind: 'free', index: 0 };
  }
  const freeIndices = takenSlots.flatMap((slot, index) => (slot === undefined ? [index] : []));
  // The guard reserves the last free slot: without it, new deliveries would take each slot before the oldest delivery checks again.
  const { guard } = throttle;
  const isLastSlotReserved = guard !== undefined && guard.until > timestamp && guard.delivery_id !== delivery.id;
  const index =
    isLastSlotReserved && freeIndices.length === 1 ? undefined : freeIndices[Math.floor(random * freeIndices.length)];
  return index === undefined ? { kind: 'full' } : { kind: 'free', index };
}
