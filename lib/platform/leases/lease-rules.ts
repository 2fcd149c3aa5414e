import { plusSeconds, timestamp } from '#kernel/shared/clock.ts';
import { resendSeconds } from '#kernel/shared/resend-seconds.ts';
import type { Postponements } from './postponements.ts';

/** A lease is valid for LEASE_SECONDS. Its worker renews it every HEARTBEAT_SECONDS, and stops when it cannot. */
export const LEASE_SECONDS = 15;
export const HEARTBEAT_SECONDS = 3;
/** A message stays hidden for this long, in seconds, so that it returns a moment after the lease of its worker ended. */
export const VISIBILITY_TIMEOUT_SECONDS = LEASE_SECONDS + 2;
/** A message that was hidden at most this many seconds ago returns after a lease that starts now. */
const FRESHLY_HIDDEN_SECONDS = 1;

/** Reports whether a message that was hidden for VISIBILITY_TIMEOUT_SECONDS stays so for longer than a lease that starts now. */
export const isFreshlyHidden = (hiddenAt: Date | undefined, now: Date): boolean =>
  hiddenAt !== undefined && now.getTime() - hiddenAt.getTime() <= FRESHLY_HIDDEN_SECONDS * 1000;

/** A message that returned under a lease is replaced by one that comes after that lease, in seconds. */
export const RESEND_SECONDS = LEASE_SECONDS + 1;
/** Number of failures after which work has failed for good. It equals maxReceiveCount of the queues in serverless.yml. */
export const MAX_FAILURES = 3;
/**
 * Unfinished work is left alone for this long, in seconds, after its last message was sent or its lease ended; then the sweeper
 * may act.
 */
export const SWEEP_AFTER_SECONDS = 45;

/** The next attempt after a failure starts after this many seconds. @param failures from 1 */
export const retrySeconds = (failures: number): number => (failures <= 1 ? 1 : 4);

const FIRST_PAUSE_SECONDS = 10;
const MAX_PAUSE_SECONDS = 60;

/** For how many seconds work is put off: 10, 20, 40, 60, 60, … @param times how often for this reason, from 1 */
export const postponementSeconds = (times: number): number =>
  Math.min(MAX_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (times - 1));

/** A worker of another version gives work back this often before it does something else with it: for about two minutes. */
export const MAX_HAND_BACKS = 4;

/** Number of claims of work, including the current one, and of earlier claims that failed or were postponed. */
export interface AttemptCounts {
  claims: number;
  failures: number;
  /** By the reason, for each has its own limit: what is throttled uses up nothing that is meant for the others. */
  postponed: Postponements | undefined;
}

/** After that many, work fails. */
export interface AttemptLimits {
  claims: number;
  failures: number;
  /** After that many postponements because an engine is busy, and after that many hand-backs, the next one is a failure. */
  postponements: number;
}

/** Reports whether work that fails now has no further attempt: it has reached the limit of claims, or that of failures. */
export const isLastAttempt = (
  { claims, failures }: Pick<AttemptCounts, 'claims' | 'failures'>,
  limits: AttemptLimits,
): boolean => claims >= limits.claims || failures + 1 >= limits.failures;

/** State of unfinished work in its item. */
export interface LeaseState {
  claims: number;
  /** Absent: no worker has it. */
  lease_until?: string | undefined;
  /** Id of the message that the worker with the lease received. */
  message_id?: string | undefined;
}

/**
 * Decides about a message whose work cannot be claimed. `drop`: nothing is left to do, or the worker has another message,
 * which returns if that worker dies. `resend`: the worker has this very message, or was just replaced; the message must not
 * be deleted unseen, so another one takes its place after the lease. `fail`: the last worker died.
 * @param state undefined: the work is done, or no longer wanted
 */
export function afterRefusedClaim(
  state: LeaseState | undefined,
  { now, message_id, maxClaims }: { now: Date; message_id: string; maxClaims: number },
): 'drop' | 'resend' | 'fail' {
  if (!state) return 'drop';
  if (isAbandoned(state, { now, maxClaims })) return 'fail';
  const isHeld = state.lease_until !== undefined && state.lease_until > timestamp(now);
  return !isHeld || state.message_id === message_id ? 'resend' : 'drop';
}

/** Reports whether the last worker died that could have the work. @param now the time before the state was read */
export const isAbandoned = (
  { claims, lease_until }: LeaseState,
  { now, maxClaims }: { now: Date; maxClaims: number },
): boolean => claims >= maxClaims && (lease_until === undefined || lease_until <= timestamp(now));

/**
 * Decides about a message whose worker lost its lease. `keep`: the next worker has this very message, so it must not be
 * deleted. @param state undefined: the work is done, or no longer wanted
 */
export function afterLostLease(
  state: LeaseState | undefined,
  { now, message_id }: { now: Date; message_id: string },
): 'drop' | 'resend' | 'keep' {
  if (!state) return 'drop';
  if (state.lease_until === undefined || state.lease_until <= timestamp(now)) return 'resend';
  return state.message_id === message_id ? 'keep' : 'drop';
}

/** Unfinished work, as a sweeper sees it. */
export interface SweptWork {
  isWaiting: boolean;
  claims: number;
  lease_until?: string | undefined;
  /** Time at which a message for it was last sent. */
  enqueued_at: string;
  /** Number of messages that the sweeper has sent since the last claim. Absent: 0. */
  sent_again?: number | undefined;
}

interface SweepRules {
  now: Date;
  /** Longest age of the first message of waiting work, in seconds; an older one counts as lost. */
  patienceSeconds: number;
}

/** Seconds after its last message in which work gets no other one: longer with each message, so that a long queue gets few. */
const quietSeconds = ({ isWaiting, sent_again = 0 }: SweptWork, patienceSeconds: number): number =>
  resendSeconds(isWaiting ? patienceSeconds : SWEEP_AFTER_SECONDS, sent_again);

/** Decides what a sweeper does for unfinished work: nothing, send another message, or end it because its last worker died. Pure. */
export function sweepDecision(
  work: SweptWork,
  { now, patienceSeconds, maxClaims }: SweepRules & { maxClaims: number },
): 'nothing' | 'send' | 'fail' {
  const { isWaiting, claims, lease_until, enqueued_at } = work;
  const isOlder = (time: string, seconds: number): boolean => plusSeconds(new Date(time), seconds) < now;
  const isQuietOver = isOlder(enqueued_at, quietSeconds(work, patienceSeconds));
  const isStuck = isWaiting ? isQuietOver : lease_until !== undefined && isOlder(lease_until, SWEEP_AFTER_SECONDS);
  if (!isStuck) return 'nothing';
  if (claims >= maxClaims) return 'fail';
  return isQuietOver ? 'send' : 'nothing';
}

/** Time at which a sweeper checks claimed work, if its lease is not renewed. */
export const checkAfterLease = (leaseUntil: string): string =>
  timestamp(plusSeconds(new Date(leaseUntil), SWEEP_AFTER_SECONDS));

/** Time of a sweeper's next check of work on which it just decided: the time at which the decision could change. Pure. */
export function nextCheck(
  work: SweptWork,
  decision: ReturnType<typeof sweepDecision>,
  { now, patienceSeconds }: SweepRules,
): string {
  const { isWaiting, enqueued_at, lease_until, sent_again = 0 } = work;
  if (decision === 'fail') return timestamp(plusSeconds(now, SWEEP_AFTER_SECONDS));
  const isSent = decision === 'send';
  const quiet = quietSeconds({ ...work, sent_again: sent_again + (isSent ? 1 : 0) }, patienceSeconds);
  const times = [
    plusSeconds(isSent ? now : new Date(enqueued_at), quiet),
    ...(isWaiting || lease_until === undefined ? [] : [plusSeconds(new Date(lease_until), SWEEP_AFTER_SECONDS)]),
    plusSeconds(now, LEASE_SECONDS),
  ];
  return timestamp(new Date(Math.max(...times.map((time) => time.getTime()))));
}
