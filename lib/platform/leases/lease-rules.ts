import { addSeconds, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { secondsUntilMessageResend } from '#kernel/shared/seconds-until-message-resend.ts';
import type { PostponementCounts } from './postponement-counts.ts';

// A lease is valid for LEASE_SECONDS. Its worker renews it every LEASE_HEARTBEAT_SECONDS, and stops when it cannot.
/** Seconds for which a lease is valid. */
export const LEASE_SECONDS = 15;
/** Seconds between renewals of a lease. */
export const LEASE_HEARTBEAT_SECONDS = 3;
/** Seconds for which a message is hidden: it returns a moment after the lease of its worker has ended. */
export const VISIBILITY_TIMEOUT_SECONDS = LEASE_SECONDS + 2;
/** Seconds after it was hidden in which a message still returns later than a lease that starts now ends. */
const FRESHLY_HIDDEN_SECONDS = 1;

/** Reports whether a message that was hidden for VISIBILITY_TIMEOUT_SECONDS at `hiddenAt` stays hidden for longer than a lease that starts now. */
export const isMessageHiddenLongerThanLease = (hiddenAt: Date | undefined, now: Date): boolean =>
  hiddenAt !== undefined && now.getTime() - hiddenAt.getTime() <= FRESHLY_HIDDEN_SECONDS * 1000;

/** Delay, in seconds, of the message that replaces one that returned during a lease: it arrives after that lease. */
export const MESSAGE_RESEND_DELAY_SECONDS = LEASE_SECONDS + 1;
/** Number of failures after which work has failed for good. It equals maxReceiveCount of the queues in serverless.yml. */
export const MAX_WORK_FAILURES = 3;
/**
 * Seconds after the last message of unfinished work was sent, or its lease ended, after which the sweeper may act on it.
 */
export const SWEEP_UNFINISHED_WORK_AFTER_SECONDS = 45;

/** Seconds from a failure to the next attempt. @param failures number of failures, from 1 */
export const retrySecondsAfterFailures = (failures: number): number => (failures <= 1 ? 1 : 4);

const FIRST_PAUSE_SECONDS = 10;
const MAX_PAUSE_SECONDS = 60;

/** Seconds for which work is postponed: 10, 20, 40, 60, 60, … @param times number of postponements for this reason, from 1 */
export const postponementSeconds = (times: number): number =>
  Math.min(MAX_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (times - 1));

/** Most times that workers of another version return work to the queue, which takes about two minutes. */
export const MAX_RETURNS_BY_OTHER_VERSIONS = 4;

/** Number of claims of work, including the current one, and of earlier claims that failed or were postponed. */
export interface AttemptCounts {
  claims: number;
  failures: number;
  /** By reason, because each reason has its own limit. */
  postponed: PostponementCounts | undefined;
}

/** Limits of claims, failures and postponements, at which work fails. */
export interface WorkAttemptCountLimits {
  claims: number;
  failures: number;
  /** Limit of postponements because an engine is busy, and of hand-backs; each further one counts as a failure. */
  postponements: number;
}

/** Reports whether work that fails now has no further attempt: it has reached the limit of claims, or that of failures. */
export const isLastAttempt = (
  { claims, failures }: Pick<AttemptCounts, 'claims' | 'failures'>,
  limits: WorkAttemptCountLimits,
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
 * Decides about a message whose work cannot be claimed. `drop`: nothing is left to do, or the worker with the lease received another message,
 * which returns if that worker dies. `resend`: the worker with the lease received this very message, or no worker has the lease any more; the
 * message is replaced by one that arrives after the lease. `fail`: the last allowed worker died.
 * @param state undefined: the work is done, or no longer wanted
 */
export function decideAfterRefusedClaim(
  state: LeaseState | undefined,
  { now, message_id, maxClaims }: { now: Date; message_id: string; maxClaims: number },
): 'drop' | 'resend' | 'fail' {
  if (!state) return 'drop';
  if (isWorkAbandoned(state, { now, maxClaims })) return 'fail';
  const isHeld = state.lease_until !== undefined && state.lease_until > formatUtcTimestamp(now);
  return !isHeld || state.message_id === message_id ? 'resend' : 'drop';
}

/** Reports whether the last allowed worker died: no claim is left, and no lease is valid. @param now a time before the state was read */
export const isWorkAbandoned = (
  { claims, lease_until }: LeaseState,
  { now, maxClaims }: { now: Date; maxClaims: number },
): boolean => claims >= maxClaims && (lease_until === undefined || lease_until <= formatUtcTimestamp(now));

/**
 * Decides about a message whose worker lost its lease. `drop`: nothing is left to do, or the next worker has another message. `resend`: no
 * worker has the work. `keep`: the next worker received this very message, which must not be deleted.
 * @param state undefined: the work is done, or no longer wanted
 */
export function decideAfterLostLease(
  state: LeaseState | undefined,
  { now, message_id }: { now: Date; message_id: string },
): 'drop' | 'resend' | 'keep' {
  if (!state) return 'drop';
  if (state.lease_until === undefined || state.lease_until <= formatUtcTimestamp(now)) return 'resend';
  return state.message_id === message_id ? 'keep' : 'drop';
}

/** The state of unfinished work by which a sweeper decides. */
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

/** Seconds after its last message in which work gets no further message: longer with each message, so that a long queue gets few copies. */
const quietSeconds = ({ isWaiting, sent_again = 0 }: SweptWork, patienceSeconds: number): number =>
  secondsUntilMessageResend(isWaiting ? patienceSeconds : SWEEP_UNFINISHED_WORK_AFTER_SECONDS, sent_again);

/** Decides whether a sweeper sends another message for unfinished work, ends it because its last allowed worker died, or does nothing. Pure. */
export function sweepWorkDecision(
  work: SweptWork,
  { now, patienceSeconds, maxClaims }: SweepRules & { maxClaims: number },
): 'nothing' | 'send' | 'fail' {
  const { isWaiting, claims, lease_until, enqueued_at } = work;
  const isOlder = (time: string, seconds: number): boolean => addSeconds(new Date(time), seconds) < now;
  const isQuietOver = isOlder(enqueued_at, quietSeconds(work, patienceSeconds));
  const isStuck = isWaiting
    ? isQuietOver
    : lease_until !== undefined && isOlder(lease_until, SWEEP_UNFINISHED_WORK_AFTER_SECONDS);
  if (!isStuck) return 'nothing';
  if (claims >= maxClaims) return 'fail';
  return isQuietOver ? 'send' : 'nothing';
}

/** Time at which a sweeper checks claimed work, if its lease is not renewed. */
export const sweeperCheckAfterLease = (leaseUntil: string): string =>
  formatUtcTimestamp(addSeconds(new Date(leaseUntil), SWEEP_UNFINISHED_WORK_AFTER_SECONDS));

/** The time of a sweeper's next check of work after this decision: the time at which the decision could change. Pure. */
export function nextSweeperCheck(
  work: SweptWork,
  decision: ReturnType<typeof sweepWorkDecision>,
  { now, patienceSeconds }: SweepRules,
): string {
  const { isWaiting, enqueued_at, lease_until, sent_again = 0 } = work;
  if (decision === 'fail') return formatUtcTimestamp(addSeconds(now, SWEEP_UNFINISHED_WORK_AFTER_SECONDS));
  const isSent = decision === 'send';
  const quiet = quietSeconds({ ...work, sent_again: sent_again + (isSent ? 1 : 0) }, patienceSeconds);
  const times = [
    addSeconds(isSent ? now : new Date(enqueued_at), quiet),
    ...(isWaiting || lease_until === undefined
      ? []
      : [addSeconds(new Date(lease_until), SWEEP_UNFINISHED_WORK_AFTER_SECONDS)]),
    addSeconds(now, LEASE_SECONDS),
  ];
  return formatUtcTimestamp(new Date(Math.max(...times.map((time) => time.getTime()))));
}
