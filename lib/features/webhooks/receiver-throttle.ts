import { timestamp } from '#kernel/shared/clock.ts';
import type { Delivery, DeliveryAttempt } from './delivery.ts';

/** The most attempts that may be in progress to one receiver. */
export const RECEIVER_SLOTS = 5;
/** After this many timeouts in a row a receiver is half-open: one attempt at a time, until one is answered. */
export const HALF_OPEN_TIMEOUTS = 3;
/** A slot is free again this many seconds after it was taken, even if its worker was killed. An attempt takes at most 15 s. */
export const SLOT_SECONDS = 20;

/** A lease for one attempt in progress. */
export interface Slot {
  delivery_id: string;
  /** Only for `render.progress`: no other event of that render goes to the receiver meanwhile. */
  render_id?: string | undefined;
  until: string;
}

/** Keeps one slot for the delivery that has waited longest, while that keeps coming back. */
export interface StarvationGuard {
  delivery_id: string;
  /** Time at which its attempt was due. */
  due: string;
  until: string;
}

/** Deliveries in progress to one receiver: a webhook, or a host that renders of an account name without a webhook. */
export interface ReceiverThrottle {
  /** RECEIVER_SLOTS entries. */
  slots: readonly (Slot | undefined)[];
  guard?: StarvationGuard | undefined;
  /** The last attempt took longer than SLOW_SECONDS: deliveries go through the queue for slow receivers. */
  slow: boolean;
  /** Timeouts in a row. */
  timeouts: number;
  /** While half-open: the time of the next probe. */
  probe_at?: string | undefined;
}

/** Seconds of an attempt above which its receiver is slow: then only the workers for slow receivers send to it. */
export const SLOW_SECONDS = 3;

/** Reports whether an attempt took so long that its receiver is slow. */
export const isSlow = ({
  noted,
  timedOut,
}: {
  noted: Pick<DeliveryAttempt, 'duration_ms'>;
  timedOut: boolean;
}): boolean => timedOut || noted.duration_ms > SLOW_SECONDS * 1000;

/** Reports whether a receiver gets one probe at a time. */
export const isHalfOpen = (throttle: ReceiverThrottle): boolean => throttle.timeouts >= HALF_OPEN_TIMEOUTS;

const MIN_PAUSE_SECONDS = 15;
const MAX_PAUSE_SECONDS = 120;

/**
 * Seconds between a timeout and the next probe; 0 while the receiver is not half-open. The pause does not grow over the
 * first five timeouts, which may have been in progress together. A probe of a dead receiver takes 15 s of a worker;
 * with the longest pause that is one ninth of the time.
 * @param timeouts timeouts in a row
 */
export const probePause = (timeouts: number): number =>
  timeouts < HALF_OPEN_TIMEOUTS
    ? 0
    : Math.min(MAX_PAUSE_SECONDS, MIN_PAUSE_SECONDS * 2 ** Math.max(0, timeouts - RECEIVER_SLOTS - 1));

/** Deliveries to a half-open receiver come back spread over this time, in seconds. */
const SPREAD_SECONDS = 15;

/** The longest wait for a free slot, in seconds. Half-open: until probe and pause end; else: until the first lease ends. */
export function secondsUntilFree(throttle: ReceiverThrottle, now: Date): number {
  const leases = throttle.slots.flatMap((slot) => (slot === undefined ? [] : [Date.parse(slot.until)]));
  const live = leases.filter((until) => until > now.getTime());
  const times = isHalfOpen(throttle) ? [...live, Date.parse(throttle.probe_at ?? '')] : [Math.min(...live)];
  return Math.max(0, ...times.filter(Number.isFinite).map((time) => (time - now.getTime()) / 1000));
}

/**
 * Seconds for which a delivery to a half-open receiver is deferred: until probe and pause end, plus a random part of the
 * spread. Deferred deliveries do not ask meanwhile and do not come back all at once.
 * @param random 0 ≤ random < 1
 */
export const halfOpenDeferral = (throttle: ReceiverThrottle, now: Date, random: number): number =>
  Math.ceil(secondsUntilFree(throttle, now) + SPREAD_SECONDS * random);

export type SlotChoice =
  /** An attempt can start in the slot of this index. */
  | { kind: 'free'; index: number }
  /** All slots are taken, or an attempt is in progress that must not be overtaken. */
  | { kind: 'full' }
  /** An attempt of this delivery is in progress, until then at most. Its worker also plans the next one. */
  | { kind: 'in_progress'; until: string };

/**
 * Chooses the slot for an attempt of a delivery. While the receiver is half-open only slot 0 is given, so that the conditional
 * write which takes it allows one probe.
 * @param random 0 ≤ random < 1: workers that look at once choose different slots
 */
export function chooseSlot(
  throttle: ReceiverThrottle,
  delivery: Pick<Delivery, 'id' | 'event' | 'render_id'>,
  now: Date,
  random: number,
): SlotChoice {
  const at = timestamp(now);
  const live = throttle.slots.map((slot) => (slot !== undefined && slot.until > at ? slot : undefined));
  const own = live.find((slot) => slot?.delivery_id === delivery.id);
  if (own) return { kind: 'in_progress', until: own.until };
  // A progress of this render is in progress: neither the end of the render nor a later progress may arrive before it.
  if (live.some((slot) => slot?.render_id === delivery.render_id)) return { kind: 'full' };
  if (isHalfOpen(throttle)) {
    const isPaused = throttle.probe_at !== undefined && throttle.probe_at > at;
    return isPaused || live.some((slot) => slot !== undefined) ? { kind: 'full' } : { kind: 'free', index: 0 };
  }
  const free = live.flatMap((slot, index) => (slot === undefined ? [index] : []));
  // The guard keeps the last free slot: new deliveries arrive more often than the oldest one looks.
  const { guard } = throttle;
  const isKept = guard !== undefined && guard.until > at && guard.delivery_id !== delivery.id;
  const index = isKept && free.length === 1 ? undefined : free[Math.floor(random * free.length)];
  return index === undefined ? { kind: 'full' } : { kind: 'free', index };
}
