import { createHash } from 'node:crypto';
import { timestamp } from '../shared/clock.ts';
import type { Delivery } from './webhook.ts';

/** So many tries may be under way to one receiver. */
export const LANE_SLOTS = 5;
/** After so many timeouts in a row there is one try at a time, until one is answered. */
export const TIMEOUTS_IN_A_ROW = 3;
/** A slot is free again so many seconds after it was taken, whatever became of its taker: a try takes 15 s at most. */
export const SLOT_SECONDS = 20;

/** A try under way. A lease: whoever takes it may be killed. */
export interface Slot {
  delivery_id: string;
  /** Of `render.progress`: nothing else about that render goes to the receiver meanwhile. */
  render_id?: string | undefined;
  until: string;
}

/** Who waited longest for a place when it was put off: one place is left to it while it keeps coming back. */
export interface FirstInLine {
  delivery_id: string;
  /** When its try was due. */
  due: string;
  until: string;
}

/** What is under way to one receiver: a webhook, or a host that renders of an account name without one. */
export interface Lane {
  /** LANE_SLOTS of them. */
  slots: readonly (Slot | undefined)[];
  first?: FirstInLine | undefined;
  /** Its last try kept a worker waiting for longer than SLOW_SECONDS: its deliveries go by a queue of their own. */
  slow: boolean;
  /** Timeouts in a row. */
  timeouts: number;
  /** While it is probed: no probe before then. */
  probe_at?: string | undefined;
}

/** A receiver whose last try took longer is slow: it takes places only of those that see to slow receivers. */
export const SLOW_SECONDS = 3;

export const isSlow = ({ noted, timedOut }: { noted: { duration_ms: number }; timedOut: boolean }): boolean =>
  timedOut || noted.duration_ms > SLOW_SECONDS * 1000;

/**
 * Of a receiver without a webhook: all renders of an account that name the same host share its lane, as another query or
 * path costs whoever names it nothing.
 */
export const laneHash = (url: string): string =>
  createHash('sha256').update(new URL(url).host).digest('hex').slice(0, 32);

export const isProbing = (lane: Lane): boolean => lane.timeouts >= TIMEOUTS_IN_A_ROW;

const FIRST_PAUSE_SECONDS = 15;
const MAX_PAUSE_SECONDS = 120;

/**
 * Seconds between a timeout and the next probe, after so many timeouts in a row (the first five may have been under way at
 * once); 0 while it is not probed. A probe of a dead
 * receiver keeps a worker waiting for 15 s: with these pauses for a ninth of the time, however much waits for it.
 */
export const probePause = (timeouts: number): number =>
  timeouts < TIMEOUTS_IN_A_ROW
    ? 0
    : Math.min(MAX_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.max(0, timeouts - LANE_SLOTS - 1));

/** Over which time those that wait for a receiver which is probed come back, in seconds. */
const SPREAD_SECONDS = 15;

/** Seconds until there may be room, at the latest: where the receiver is probed until its pause is over, else until a lease is. */
export function roomIn(lane: Lane, now: Date): number {
  const leases = lane.slots.flatMap((slot) => (slot === undefined ? [] : [Date.parse(slot.until)]));
  const live = leases.filter((until) => until > now.getTime());
  const times = isProbing(lane) ? [...live, Date.parse(lane.probe_at ?? '')] : [Math.min(...live)];
  return Math.max(0, ...times.filter(Number.isFinite).map((time) => (time - now.getTime()) / 1000));
}

/**
 * Seconds for which a delivery to a receiver that is probed is parked: until the probe under way and the pause are over, and
 * a part of the spread, so that what waits neither asks meanwhile nor comes all at once.
 * @param random 0 ≤ random < 1
 */
export const parked = (lane: Lane, now: Date, random: number): number =>
  Math.ceil(roomIn(lane, now) + SPREAD_SECONDS * random);

export type Place =
  /** A try of it can begin in this slot. */
  | { kind: 'free'; slot: number }
  /** As many are under way as may, or one that must not be overtaken. */
  | { kind: 'full' }
  /** This very delivery is under way, until then at most: whoever does it also plans what comes next. */
  | { kind: 'under_way'; until: string };

/**
 * Where a try of a delivery may begin. While a receiver is probed only the first slot is given, so that the one
 * conditional write which takes it makes sure that there is one probe.
 * @param random 0 ≤ random < 1: those that look at once shall not all reach for the same slot.
 */
export function placeFor(
  lane: Lane,
  delivery: Pick<Delivery, 'id' | 'event' | 'render_id'>,
  now: Date,
  random: number,
): Place {
  const at = timestamp(now);
  const live = lane.slots.map((slot) => (slot !== undefined && slot.until > at ? slot : undefined));
  const own = live.find((slot) => slot?.delivery_id === delivery.id);
  if (own) return { kind: 'under_way', until: own.until };
  // A progress of this render is on its way: the end of the render must not get there first, nor a later progress.
  if (live.some((slot) => slot?.render_id === delivery.render_id)) return { kind: 'full' };
  if (isProbing(lane)) {
    const isPaused = lane.probe_at !== undefined && lane.probe_at > at;
    return isPaused || live.some((slot) => slot !== undefined) ? { kind: 'full' } : { kind: 'free', slot: 0 };
  }
  const free = live.flatMap((slot, index) => (slot === undefined ? [index] : []));
  // The last free place is for who has waited longest: others come without end, and more of them than it looks.
  const isKept = lane.first !== undefined && lane.first.until > at && lane.first.delivery_id !== delivery.id;
  const slot = isKept && free.length === 1 ? undefined : free[Math.floor(random * free.length)];
  return slot === undefined ? { kind: 'full' } : { kind: 'free', slot };
}
