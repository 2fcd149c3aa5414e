import { plusSeconds, timestamp } from '../shared/clock.ts';

/** A lease holds for LEASE_SECONDS. Its worker renews it every HEARTBEAT_SECONDS, and stops when it cannot. */
export const LEASE_SECONDS = 15;
export const HEARTBEAT_SECONDS = 3;
/** A message stays hidden for this long, in seconds, so that it returns a moment after the lease of its worker ended. */
export const VISIBILITY_TIMEOUT_SECONDS = LEASE_SECONDS + 2;
/** A message that returned under a lease is replaced by one that comes after that lease, in seconds. */
export const RESEND_SECONDS = LEASE_SECONDS + 1;
/** Work that failed this often has failed for good. maxReceiveCount of the queues in serverless.yml says the same. */
export const MAX_FAILURES = 3;
/**
 * Unfinished work is left alone for this long, in seconds, after its last message was sent or its lease ended; then the sweeper
 * may act.
 */
export const LAPSED_SECONDS = 45;

/** The next attempt after a failure begins after this many seconds. @param failures from 1 */
export const retrySeconds = (failures: number): number => (failures <= 1 ? 1 : 4);

const FIRST_PAUSE_SECONDS = 10;
const MAX_PAUSE_SECONDS = 60;

/** For how many seconds an engine that is too busy is left alone: 10, 20, 40, 60, 60, … @param postponements from 1 */
export const pauseSeconds = (postponements: number): number =>
  Math.min(MAX_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (postponements - 1));

/** How often work was claimed, the present claim included, and how many of the claims before it failed or were postponed. */
export interface AttemptCounts {
  claims: number;
  failures: number;
  postponements: number;
}

/** After that many, work fails, or is no longer postponed. */
export type AttemptLimits = AttemptCounts;

/** Whether work that fails now has no further attempt. */
export const isLastAttempt = ({ claims, failures }: AttemptCounts, limits: AttemptLimits): boolean =>
  claims >= limits.claims || failures + 1 >= limits.failures;

/** Unfinished work, as its item says. */
export interface LeaseState {
  claims: number;
  /** Absent: no worker holds it. */
  lease_until?: string | undefined;
  /** Id of the message that the worker holding the lease received. */
  message_id?: string | undefined;
}

/**
 * What to do with a message whose work cannot be claimed. `drop`: nothing is left to do, or the worker has another message,
 * which returns if that worker dies. `resend`: the worker has this very message, or was just replaced; the message must not
 * be deleted unseen, so another one takes its place after the lease. `fail`: the last worker died.
 * @param state undefined: the work is done, or no longer wanted
 */
export function afterRefusedClaim(
  state: LeaseState | undefined,
  { now, message_id, maxClaims }: { now: Date; message_id: string; maxClaims: number },
): 'drop' | 'resend' | 'fail' {
  if (!state) return 'drop';
  const isHeld = state.lease_until !== undefined && state.lease_until > timestamp(now);
  if (!isHeld) return state.claims >= maxClaims ? 'fail' : 'resend';
  return state.message_id === message_id ? 'resend' : 'drop';
}

/**
 * What to do with a message whose worker lost its lease. `keep`: the next worker has this very message, so it must not be
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
  /** When a message for it was last sent. */
  enqueued_at: string;
}

/**
 * What a sweeper does for unfinished work: nothing, send another message, or end it because its last worker died. Pure.
 * @param patienceSeconds how old the message of waiting work may be before it counts as lost
 */
export function sweepDecision(
  { isWaiting, claims, lease_until, enqueued_at }: SweptWork,
  { now, patienceSeconds, maxClaims }: { now: Date; patienceSeconds: number; maxClaims: number },
): 'nothing' | 'send' | 'fail' {
  const isOlder = (time: string, seconds: number): boolean => plusSeconds(new Date(time), seconds) < now;
  const isStuck = isWaiting
    ? isOlder(enqueued_at, patienceSeconds)
    : lease_until !== undefined && isOlder(lease_until, LAPSED_SECONDS);
  if (!isStuck) return 'nothing';
  if (claims >= maxClaims) return 'fail';
  return isOlder(enqueued_at, LAPSED_SECONDS) ? 'send' : 'nothing';
}
