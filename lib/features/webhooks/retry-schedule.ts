import type { RenderEventName } from '#features/renders/public.ts';
import { addSeconds, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { secondsUntilMessageResend } from '#kernel/shared/seconds-until-message-resend.ts';

/** Seconds from one attempt to the next. The first attempt is made at once. */
const WAITS_SECONDS = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600];
/** Attempts of one delivery, the first one included. */
export const MAX_DELIVERY_ATTEMPTS = WAITS_SECONDS.length + 1;
/** Waits are varied at random by this fraction, up or down. */
const JITTER_SHARE = 0.2;
/** Attempts of a `render.progress`, which is soon out of date. */
const MAX_PROGRESS_ATTEMPTS = 2;

/**
 * Seconds until the next attempt; undefined after the last attempt.
 * @param attempts failed attempts so far
 * @param random 0 ≤ random < 1, for a jitter of ±20 %
 * @param retryAfter seconds that the receiver asked to wait; respected from the planned wait up to twice that wait
 */
export function deliveryRetryDelaySeconds(
  event: RenderEventName,
  attempts: number,
  random: number,
  retryAfter?: number,
): number | undefined {
  if (event === 'render.progress' && attempts >= MAX_PROGRESS_ATTEMPTS) return undefined;
  const plannedSeconds = WAITS_SECONDS[attempts - 1];
  if (plannedSeconds === undefined) return undefined;
  const waitSeconds = plannedSeconds * (1 - JITTER_SHARE + 2 * JITTER_SHARE * random);
  return retryAfter === undefined ? waitSeconds : Math.min(Math.max(waitSeconds, retryAfter), 2 * plannedSeconds);
}

/** The maximum delay of a message (SQS). The message of a longer wait is sent shortly before the wait ends. */
export const MAX_QUEUE_DELAY_SECONDS = 900;
/** Seconds after which the message of a due delivery counts as lost. That of a killed worker comes back after 24 s (`delivery-worker.ts`). */
const MESSAGE_LOST_SECONDS = 60;
/** The sweeper, which runs once a minute, sends the message of a long wait this many seconds before the end of the wait. */
const SWEEP_AHEAD_SECONDS = 90;

/** Time at which the sweeper handles a delivery whose next attempt is at `at`. */
export function deliverySweepTime(at: Date, now: Date): string {
  const isLongWait = at.getTime() - now.getTime() > MAX_QUEUE_DELAY_SECONDS * 1000;
  return formatUtcTimestamp(addSeconds(at, isLongWait ? -SWEEP_AHEAD_SECONDS : MESSAGE_LOST_SECONDS));
}

/**
 * Time at which the sweeper handles a delivery or an event again. The pause doubles each time, so that a backlog does not grow by
 * repeated messages.
 * @param at time at which it is due
 * @param redriven number of times that the sweeper has handled it
 */
export function nextDeliverySweepTime(at: Date, now: Date, redriven: number): string {
  return formatUtcTimestamp(addSeconds(at > now ? at : now, secondsUntilMessageResend(MESSAGE_LOST_SECONDS, redriven)));
}

/** Shortest and longest deferral, in seconds. */
const MIN_DEFERRAL_SECONDS = 1;
const MAX_DEFERRAL_SECONDS = 30;

/**
 * Seconds until a deferred delivery requests a slot again: as long as it has waited already, but from 1 to 30 s. So the requests become
 * rarer while the receiver has no free slot, and one is taken at most about 30 s after it has become free.
 * @param random 0 ≤ random < 1, for a jitter of ±20 %
 */
export function deliveryDeferralSeconds(overdueSeconds: number, random: number): number {
  const seconds = Math.min(MAX_DEFERRAL_SECONDS, Math.max(MIN_DEFERRAL_SECONDS, overdueSeconds));
  return Math.ceil(seconds * (1 - JITTER_SHARE + 2 * JITTER_SHARE * random));
}
