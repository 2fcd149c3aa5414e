import { addSeconds, type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import {
  attemptConditionalWrite,
  DependencyUnavailableError,
  isCausedByUnavailableDependency,
  WriteConflictError,
} from '#kernel/shared/errors.ts';
import type { Log } from '#kernel/shared/log.ts';
import {
  type AttemptCounts,
  decideAfterLostLease,
  decideAfterRefusedClaim,
  isLastAttempt,
  isMessageHiddenLongerThanLease,
  LEASE_HEARTBEAT_SECONDS,
  LEASE_SECONDS,
  type LeaseState,
  MESSAGE_RESEND_DELAY_SECONDS,
  postponementSeconds,
  retrySecondsAfterFailures,
  VISIBILITY_TIMEOUT_SECONDS,
  type WorkAttemptCountLimits,
} from './lease-rules.ts';
import {
  addPostponementToCounts,
  type PostponementCounts,
  type PostponementReason,
  timesPostponed,
  WaitingForOtherWorkError,
} from './postponement-counts.ts';

/** The message that a worker received. */
export interface ReceivedMessage {
  message_id: string;
  /** Time at which its worker hid it for VISIBILITY_TIMEOUT_SECONDS or longer, as its first step. Absent: it did not. */
  hidden_at?: Date | undefined;
  /** Hides the message for a number of seconds from now on. */
  hideFor(seconds: number): Promise<void>;
}

/** A claim on work: the time, the end of the lease, and the message of the worker that claims it. */
export interface LeaseClaim {
  now: string;
  lease_until: string;
  message_id: string;
}

/**
 * Effect of an error. `final`: it ends the work at once. `failure`: it counts as a failure, unless it was caused by `Unavailable`. `busy`,
 * `handed_back`: the work is postponed, because an engine is at its capacity, or because the work is for another worker.
 */
export type WorkErrorEffect = 'final' | 'failure' | 'busy' | 'handed_back';

/**
 * One kind of work that is done under leases. Changes are conditional writes that throw WriteConflictError when they no longer
 * apply: for claimed work, when another worker has claimed it since.
 */
export interface LeasedWorkHandler<Claimed> {
  /** Its name in log messages. */
  readonly name: string;
  readonly limits: WorkAttemptCountLimits;
  /** Takes work that no worker has. */
  claim(claim: LeaseClaim): Promise<Claimed>;
  /** The present state; undefined: the work is done, or no longer wanted. Strongly consistent. */
  state(): Promise<LeaseState | undefined>;
  /** Extends the lease. */
  renew(claimed: Claimed, leaseUntil: string): Promise<void>;
  /** Ends the lease after a failure, so that another worker can claim the work. */
  release(claimed: Claimed): Promise<void>;
  /**
   * Ends the lease without a failure.
   * @param at time at which the next message for the work is sent
   * @param postponed counts of postponements, with this one
   */
  postpone(claimed: Claimed, at: string, postponed: PostponementCounts): Promise<void>;
  /** Ends the lease of work that waits for other work (`Waiting`). Absent: work of this kind never waits. @param at the present time */
  wait?(claimed: Claimed, at: string): Promise<void>;
  /** Ends the work as failed. */
  fail(claimed: Claimed, error: unknown): Promise<void>;
  /** Ends the work as failed after its last allowed worker died. */
  failAbandoned(): Promise<void>;
  /** Sends another message for the work. */
  send(delaySeconds: number): Promise<void>;
  /** The number of claims, failures and postponements. */
  counts(claimed: Claimed): AttemptCounts;
  /** The effect of an error of `perform`. */
  kindOf(error: unknown): WorkErrorEffect;
  /** Fields for the log. */
  describe(claimed: Claimed): object;
}

/** Ports of work under leases. */
export interface LeaseDeps {
  clock: Clock;
  /** Repeats `beat` every `seconds` seconds until it is stopped. */
  every(seconds: number, beat: () => Promise<void>): { stop(): void };
  log: Log;
}

/** Seconds between checks whether the lease has ended, because a renewal that hangs reports nothing. */
const WATCH_SECONDS = 1;

/**
 * Renews the message and the lease of claimed work until it is stopped. Aborts `lost` when the lease is lost, and when it has ended because
 * no renewal was answered.
 *
 * The lease starts before the message is hidden, so the lease always ends before the message returns. A message that returned during a
 * lease could not claim the work. If hiding fails, the lease is renewed nevertheless, because the work is worth more than the message;
 * `decideAfterRefusedClaim` decides whether a message that then returns is replaced.
 */
function keepLease<Claimed>(
  { clock, every, log }: LeaseDeps,
  work: LeasedWorkHandler<Claimed>,
  claimed: Claimed,
  receipt: ReceivedMessage,
  lost: AbortController,
): { stop(): void } {
  let renewedAt = clock().getTime();
  let isRenewing = false;
  const endIfOverdue = (error?: unknown): void => {
    if (clock().getTime() - renewedAt > LEASE_SECONDS * 1000)
      lost.abort(error ?? new Error('the lease has ended, and its renewal was not answered'));
  };
  const renewal = every(LEASE_HEARTBEAT_SECONDS, async () => {
    // Two concurrent renewals could arrive in the wrong order, and shorten the lease.
    if (isRenewing) return;
    isRenewing = true;
    const now = clock();
    try {
      await receipt
        .hideFor(VISIBILITY_TIMEOUT_SECONDS)
        .catch((error: unknown) => log.warn('message not hidden', { error }));
      await work.renew(claimed, formatUtcTimestamp(addSeconds(now, LEASE_SECONDS)));
      renewedAt = now.getTime();
    } catch (error) {
      if (error instanceof WriteConflictError) lost.abort(error);
      else endIfOverdue(error);
    } finally {
      isRenewing = false;
    }
  });
  const watch = every(WATCH_SECONDS, async () => endIfOverdue());
  return {
    stop() {
      renewal.stop();
      watch.stop();
    },
  };
}

/**
 * Hides a message that was just received for a little longer than a lease, as the first step of its worker. The queue itself hides it for six
 * times the longest run of its function, which is up to 90 minutes; after this step, the message of a killed worker returns in seconds. If
 * the queue is not available, the message of a killed worker returns late, and the sweeper sends another one.
 * @param seconds time for which it is hidden; longer for work without a lease
 * @returns the message, with `hidden_at` if it was hidden
 */
export async function hideReceivedMessage<Receipt extends ReceivedMessage>(
  { clock, log }: Pick<LeaseDeps, 'clock' | 'log'>,
  receipt: Receipt,
  seconds = VISIBILITY_TIMEOUT_SECONDS,
): Promise<Receipt> {
  const hidden_at = clock();
  try {
    await receipt.hideFor(seconds);
  } catch (error) {
    if (!(error instanceof DependencyUnavailableError)) throw error;
    log.warn('message not hidden', { error });
    return receipt;
  }
  return { ...receipt, hidden_at };
}

async function claimWork<Claimed>(
  deps: LeaseDeps,
  work: LeasedWorkHandler<Claimed>,
  receipt: ReceivedMessage,
): Promise<{ claimed: Claimed } | undefined> {
  const { clock } = deps;
  const { message_id, hidden_at } = receipt;
  const now = clock();
  // Before the claim, so that the lease ends before the message returns.
  if (!isMessageHiddenLongerThanLease(hidden_at, now)) await hideReceivedMessage(deps, receipt);
  try {
    const claim = {
      now: formatUtcTimestamp(now),
      lease_until: formatUtcTimestamp(addSeconds(now, LEASE_SECONDS)),
      message_id,
    };
    return { claimed: await work.claim(claim) };
  } catch (error) {
    if (!(error instanceof WriteConflictError)) throw error;
  }
  // Taken before the read: a process that is frozen after the read must not treat a lease as ended that was valid when it was read.
  const before = clock();
  const next = decideAfterRefusedClaim(await work.state(), { now: before, message_id, maxClaims: work.limits.claims });
  if (next === 'fail') await attemptConditionalWrite(() => work.failAbandoned());
  if (next === 'resend') await work.send(MESSAGE_RESEND_DELAY_SECONDS);
  return undefined;
}

/**
 * Ends this attempt of work whose lease is lost: another worker may have the work by now.
 * @throws the error when the message must not be deleted
 */
async function abandonAttempt<Claimed>(
  { clock, log }: LeaseDeps,
  work: LeasedWorkHandler<Claimed>,
  claimed: Claimed,
  { message_id }: ReceivedMessage,
  error: unknown,
): Promise<void> {
  log.info(`lease of ${work.name} lost`, { ...work.describe(claimed), reason: String(error) });
  const next = decideAfterLostLease(await work.state(), { now: clock(), message_id });
  if (next === 'keep') throw error;
  if (next === 'resend') await work.send(MESSAGE_RESEND_DELAY_SECONDS);
}

/** Reason why work that met an error is postponed without a failure; undefined: it is not. */
function reasonToPostpone(
  kind: WorkErrorEffect,
  error: unknown,
  { postponed }: AttemptCounts,
  limits: WorkAttemptCountLimits,
): PostponementReason | undefined {
  // The work did not cause a throttled table, queue or bucket: it may be postponed until its deadline.
  if (kind === 'failure') return isCausedByUnavailableDependency(error) ? 'throttled' : undefined;
  return kind !== 'final' && timesPostponed(postponed, kind) < limits.postponements ? kind : undefined;
}

/** Starts another attempt, or ends the work. @throws the error when the message must not be deleted */
async function settleFailure<Claimed>(
  { clock, log }: LeaseDeps,
  work: LeasedWorkHandler<Claimed>,
  claimed: Claimed,
  receipt: ReceivedMessage,
  error: unknown,
): Promise<void> {
  if (error instanceof WaitingForOtherWorkError && work.wait) {
    log.info(`${work.name} waits`, { ...work.describe(claimed), reason: error.message });
    // By a new message, as for postponed work.
    await work.wait(claimed, formatUtcTimestamp(clock()));
    await work.send(error.seconds);
    return;
  }
  const counts = work.counts(claimed);
  const kind = work.kindOf(error);
  const reason = reasonToPostpone(kind, error, counts, work.limits);
  if (reason) {
    log.warn(`${work.name} postponed`, { ...work.describe(claimed), reason, error });
    // By a new message: the old one can be received only three times, which are reserved for failures. If the worker is killed before it
    // sends the new one, the old message returns, or the sweeper sends one.
    const postponed = addPostponementToCounts(counts.postponed, reason);
    await work.postpone(claimed, formatUtcTimestamp(clock()), postponed);
    await work.send(postponementSeconds(timesPostponed(postponed, reason)));
    return;
  }
  log.error(`${work.name} failed`, { ...work.describe(claimed), error });
  if (kind === 'final') {
    await work.fail(claimed, error);
    return;
  }
  // The lease ends before the message returns, as in keepLease.
  await (isLastAttempt(counts, work.limits) ? work.fail(claimed, error) : work.release(claimed));
  await receipt.hideFor(retrySecondsAfterFailures(counts.failures + 1));
  throw error;
}

/**
 * Does the work of one message: claims it, performs it under a renewed lease, and settles failures. It may be killed at any point and run
 * twice. If it is killed before `perform` commits, nothing has an effect, and the message returns when the lease has ended. After that, a
 * second run finds the work done.
 *
 * Short leases are safe: a worker that is alive but could not renew in time loses the work to the next claim. Files that it still writes have
 * names of its attempt, or the same content under the same name.
 * @param perform commits its result by a write that throws WriteConflictError when the lease is lost. Its signal is aborted when
 * the lease is lost, the work is no longer wanted, or `maxSeconds` have passed.
 * @returns `performed`; `unclaimed`: the work could not be claimed; `unsettled`: it failed, was postponed, or its lease was lost
 * @throws the error of a failed attempt, so that the message is not deleted and reaches the dead-letter queue in the end
 */
export async function runLeasedWork<Claimed>(
  deps: LeaseDeps,
  work: LeasedWorkHandler<Claimed>,
  receipt: ReceivedMessage,
  perform: (claimed: Claimed, signal: AbortSignal) => Promise<void>,
  maxSeconds?: number,
): Promise<'performed' | 'unclaimed' | 'unsettled'> {
  const taken = await claimWork(deps, work, receipt);
  if (!taken) return 'unclaimed';
  const { claimed } = taken;
  const lost = new AbortController();
  const renewal = keepLease(deps, work, claimed, receipt, lost);
  const deadline = maxSeconds === undefined ? [] : [AbortSignal.timeout(maxSeconds * 1000)];
  const failure = await perform(claimed, AbortSignal.any([lost.signal, ...deadline]))
    .then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    .finally(() => renewal.stop());
  if (!failure) return 'performed';
  const { error } = failure;
  const { aborted: isLost, reason } = lost.signal;
  if (isLost || error instanceof WriteConflictError) {
    await abandonAttempt(deps, work, claimed, receipt, isLost ? reason : error);
    return 'unsettled';
  }
  try {
    await settleFailure(deps, work, claimed, receipt, error);
  } catch (settling) {
    if (!(settling instanceof WriteConflictError)) throw settling;
    // Another worker has the work by now.
    await abandonAttempt(deps, work, claimed, receipt, settling);
  }
  return 'unsettled';
}
