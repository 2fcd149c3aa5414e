import type { RenderEventName } from '../renders/public.ts';
import { plusSeconds, timestamp } from '../shared/clock.ts';

/** Seconds from one try to the next; the first is made at once. */
const WAITS = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600];
const JITTER = 0.2;
/** Progress is stale soon: it is tried twice. */
const PROGRESS_TRIES = 2;

/**
 * Seconds until the next try after `tries` failed ones; undefined when there is none.
 * @param random 0 ≤ random < 1, for a jitter of ±20 %.
 * @param retryAfter seconds that the receiver asked for: honoured from the planned wait up to twice that.
 */
export function nextWait(
  event: RenderEventName,
  tries: number,
  random: number,
  retryAfter?: number,
): number | undefined {
  if (event === 'render.progress' && tries >= PROGRESS_TRIES) return undefined;
  const planned = WAITS[tries - 1];
  if (planned === undefined) return undefined;
  const wait = planned * (1 - JITTER + 2 * JITTER * random);
  return retryAfter === undefined ? wait : Math.min(Math.max(wait, retryAfter), 2 * planned);
}

/** The longest that the queue holds a message back, in seconds. For a longer wait no message is sent before it is nearly over. */
export const QUEUE_SECONDS = 900;
/**
 * A pending delivery whose time passed so many seconds ago has lost its message: one that a killed worker held comes back
 * after 20 s.
 */
const LOST_SECONDS = 60;
/** The sweeper, which runs once a minute, sends the message for a long wait so many seconds before its end. */
const AHEAD_SECONDS = 90;

/** From when on the sweeper sees to a delivery whose next try is at `at`, decided at `now`. */
export function sweepTime(at: Date, now: Date): string {
  const isLong = at.getTime() - now.getTime() > QUEUE_SECONDS * 1000;
  return timestamp(plusSeconds(at, isLong ? -AHEAD_SECONDS : LOST_SECONDS));
}

const MAX_REDRIVE_SECONDS = 3600;

/**
 * From when on the sweeper sees to a delivery or an event again that it has sent on `redriven` times: longer each time, so
 * that a backlog which is merely slow is not multiplied by messages.
 * @param at when it is due
 */
export function nextSweep(at: Date, now: Date, redriven: number): string {
  const seconds = Math.min(MAX_REDRIVE_SECONDS, LOST_SECONDS * 2 ** redriven);
  return timestamp(plusSeconds(at > now ? at : now, seconds));
}

const MIN_PUT_OFF_SECONDS = 1;
const MAX_PUT_OFF_SECONDS = 30;

/**
 * Seconds until a delivery looks again whether its receiver has room: as long as it has waited already, so that what waits
 * for a receiver that is always full asks ever more rarely, and no delivery waits much over 30 s after there is room again.
 * @param random 0 ≤ random < 1, for ±20 %.
 */
export function putOff(overdueSeconds: number, random: number): number {
  const seconds = Math.min(MAX_PUT_OFF_SECONDS, Math.max(MIN_PUT_OFF_SECONDS, overdueSeconds));
  return Math.ceil(seconds * (1 - JITTER + 2 * JITTER * random));
}
