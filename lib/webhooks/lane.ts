import { createHash } from 'node:crypto';
import { timestamp } from '../clock.ts';
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

/** What is under way to one receiver: a webhook, or an address that renders of an account name without one. */
export interface Lane {
  /** LANE_SLOTS of them. */
  slots: readonly (Slot | undefined)[];
  /** Timeouts in a row. */
  timeouts: number;
  /** While it is probed: no probe before then. */
  probe_at?: string | undefined;
}

/** Of a receiver without a webhook: all renders of an account that name the same address share its lane. */
export const laneHash = (url: string): string => createHash('sha256').update(url).digest('hex').slice(0, 32);

export const isProbing = (lane: Lane): boolean => lane.timeouts >= TIMEOUTS_IN_A_ROW;

const FIRST_PAUSE_SECONDS = 15;
const LONGEST_PAUSE_SECONDS = 120;

/**
 * Seconds between a timeout and the next probe, after so many timeouts in a row (the first five may have been under way at
 * once); 0 while it is not probed. A probe of a dead
 * receiver keeps a worker waiting for 15 s: with these pauses for a ninth of the time, however much waits for it.
 */
export const probePause = (timeouts: number): number =>
  timeouts < TIMEOUTS_IN_A_ROW
    ? 0
    : Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.max(0, timeouts - LANE_SLOTS - 1));

export type Place =
  /** A try of it can begin in this slot. */
  | { kind: 'free'; slot: number }
  /** As many are under way as may, or one that must not be overtaken. */
  | { kind: 'full' }
  /** This very delivery is under way: whoever does it also plans what comes next. */
  | { kind: 'under_way' };

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
  if (live.some((slot) => slot?.delivery_id === delivery.id)) return { kind: 'under_way' };
  // A progress of this render is on its way: the end of the render must not get there first, nor a later progress.
  if (live.some((slot) => slot?.render_id === delivery.render_id)) return { kind: 'full' };
  if (isProbing(lane)) {
    const isPaused = lane.probe_at !== undefined && lane.probe_at > at;
    return isPaused || live.some((slot) => slot !== undefined) ? { kind: 'full' } : { kind: 'free', slot: 0 };
  }
  const free = live.flatMap((slot, index) => (slot === undefined ? [index] : []));
  const slot = free[Math.floor(random * free.length)];
  return slot === undefined ? { kind: 'full' } : { kind: 'free', slot };
}
