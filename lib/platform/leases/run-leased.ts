import { type Clock, plusSeconds, timestamp } from '#kernel/shared/clock.ts';
import { isUnavailable, Unavailable, unlessConflict, WriteConflict } from '#kernel/shared/errors.ts';
import type { Log } from '#kernel/shared/log.ts';
import {
  type AttemptCounts,
  type AttemptLimits,
  afterLostLease,
  afterRefusedClaim,
  HEARTBEAT_SECONDS,
  isFreshlyHidden,
  isLastAttempt,
  LEASE_SECONDS,
  type LeaseState,
  postponementSeconds,
  RESEND_SECONDS,
  retrySeconds,
  VISIBILITY_TIMEOUT_SECONDS,
} from './lease-rules.ts';
import {
  oncePostponed,
  type PostponementReason,
  type Postponements,
  timesPostponed,
  Waiting,
} from './postponements.ts';

/** The message that a worker received. */
export interface ReceivedMessage {
  message_id: string;
  /** Time at which it was hidden for VISIBILITY_TIMEOUT_SECONDS or longer, as the first act of its worker. Absent: it was not. */
  hidden_at?: Date | undefined;
  /** Hides the message for that many seconds from now on. */
  hideFor(seconds: number): Promise<void>;
}

/** A claim on work: who takes it, and until when. */
export interface LeaseClaim {
  now: string;
  lease_until: string;
  message_id: string;
}

/**
 * Effect of an error: it ends the work at once, counts as a failure, or does not count, because something is too busy or the
 * work is for another worker. A `failure` that was caused by `Unavailable` does not count either.
 */
export type ErrorKind = 'final' | 'failure' | 'busy' | 'handed_back';

/**
 * One kind of work that is done under leases. Changes are conditional writes that throw WriteConflict when they no longer
 * apply: for claimed work, when another worker has claimed it since.
 */
export interface LeasedWork<Claimed> {
  /** Name of it in log messages. */
  readonly name: string;
  readonly limits: AttemptLimits;
  /** Takes work that no worker has. */
  claim(claim: LeaseClaim): Promise<Claimed>;
  /** Strongly consistent. undefined: done, or no longer wanted. */
  state(): Promise<LeaseState | undefined>;
  renew(claimed: Claimed, leaseUntil: string): Promise<void>;
  /** Gives the work back after a failure. */
  release(claimed: Claimed): Promise<void>;
  /** Gives the work back without a failure. @param at when the message for it is sent @param postponed counts this time, too */
  postpone(claimed: Claimed, at: string, postponed: Postponements): Promise<void>;
  /** Gives work back that waits for other work (`Waiting`). Absent: work of this kind never does. @param at now */
  wait?(claimed: Claimed, at: string): Promise<void>;
  /** Ends the work as failed. */
  fail(claimed: Claimed, error: unknown): Promise<void>;
  /** Ends work as failed whose last worker died. */
  failAbandoned(): Promise<void>;
  /** Sends another message for the work. */
  send(delaySeconds: number): Promise<void>;
  counts(claimed: Claimed): AttemptCounts;
  kindOf(error: unknown): ErrorKind;
  /** For the log. */
  describe(claimed: Claimed): object;
}

export interface LeaseDeps {
  clock: Clock;
  /** Repeats `beat` every `seconds` seconds until it is stopped. */
  every(seconds: number, beat: () => Promise<void>): { stop(): void };
  log: Log;
}

/** Seconds between checks of a worker whether its lease has ended: a renewal that hangs reports nothing. */
const WATCH_SECONDS = 1;

/**
 * Renews the message and the lease of claimed work until it is stopped; aborts `lost` when the lease is lost, or has ended
 * because no renewal was answered.
 *
 * The message is hidden first, and the lease counts from before that, so that the lease always ends before the message
 * returns: a message that returns under a lease finds the work taken. When hiding fails, the lease is renewed all the same,
 * because the work is worth more than the message; `afterRefusedClaim` decides whether a message that returns then is replaced.
 */
function keepLease<Claimed>(
  { clock, every, log }: LeaseDeps,
  work: LeasedWork<Claimed>,
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
  const heart = every(HEARTBEAT_SECONDS, async () => {
    // Two renewals at a time could arrive in the wrong order, and shorten the lease.
    if (isRenewing) return;
    isRenewing = true;
    const now = clock();
    try {
      await receipt
        .hideFor(VISIBILITY_TIMEOUT_SECONDS)
        .catch((error: unknown) => log.warn('message not hidden', { error }));
      await work.renew(claimed, timestamp(plusSeconds(now, LEASE_SECONDS)));
      renewedAt = now.getTime();
    } catch (error) {
      if (error instanceof WriteConflict) lost.abort(error);
      else endIfOverdue(error);
    } finally {
      isRenewing = false;
    }
  });
  const watch = every(WATCH_SECONDS, async () => endIfOverdue());
  return {
    stop() {
      heart.stop();
      watch.stop();
    },
  };
}

/**
 * Hides a message that was just received, for a little longer than a lease: the first act of its worker. The queue itself hides it
 * for six times as long as its function may run, which is up to 90 minutes; from here on a worker that is killed leaves a message
 * that returns in seconds. Where that cannot be done now, the message of such a worker returns late, and the sweeper sends
 * another one.
 * @param seconds longer for work that is not under a lease
 * @returns the message, which knows since when it is hidden
 */
export async function hideAtOnce<Receipt extends ReceivedMessage>(
  { clock, log }: Pick<LeaseDeps, 'clock' | 'log'>,
  receipt: Receipt,
  seconds = VISIBILITY_TIMEOUT_SECONDS,
): Promise<Receipt> {
  const hidden_at = clock();
  try {
    await receipt.hideFor(seconds);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    log.warn('message not hidden', { error });
    return receipt;
  }
  return { ...receipt, hidden_at };
}

async function claimWork<Claimed>(
  deps: LeaseDeps,
  work: LeasedWork<Claimed>,
  receipt: ReceivedMessage,
): Promise<{ claimed: Claimed } | undefined> {
  const { clock } = deps;
  const { message_id, hidden_at } = receipt;
  const now = clock();
  // Before the claim, so that the lease ends before the message returns.
  if (!isFreshlyHidden(hidden_at, now)) await hideAtOnce(deps, receipt);
  try {
    const claim = { now: timestamp(now), lease_until: timestamp(plusSeconds(now, LEASE_SECONDS)), message_id };
    return { claimed: await work.claim(claim) };
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
  // The time before the read: a process that is frozen after the read must not find a lease ended that was valid when it was read.
  const before = clock();
  const next = afterRefusedClaim(await work.state(), { now: before, message_id, maxClaims: work.limits.claims });
  if (next === 'fail') await unlessConflict(() => work.failAbandoned());
  if (next === 'resend') await work.send(RESEND_SECONDS);
  return undefined;
}

/**
 * Ends this attempt of work whose lease is lost: another worker may have the work by now.
 * @throws the error when the message must not be deleted
 */
async function abandonAttempt<Claimed>(
  { clock, log }: LeaseDeps,
  work: LeasedWork<Claimed>,
  claimed: Claimed,
  { message_id }: ReceivedMessage,
  error: unknown,
): Promise<void> {
  log.info(`lease of ${work.name} lost`, { ...work.describe(claimed), reason: String(error) });
  const next = afterLostLease(await work.state(), { now: clock(), message_id });
  if (next === 'keep') throw error;
  if (next === 'resend') await work.send(RESEND_SECONDS);
}

/** Reason why work that met an error is postponed without a failure; undefined: it is not. */
function reasonToPostpone(
  kind: ErrorKind,
  error: unknown,
  { postponed }: AttemptCounts,
  limits: AttemptLimits,
): PostponementReason | undefined {
  // A table, queue or bucket that is throttled says nothing about the work: it waits as long as its deadline allows.
  if (kind === 'failure') return isUnavailable(error) ? 'throttled' : undefined;
  return kind !== 'final' && timesPostponed(postponed, kind) < limits.postponements ? kind : undefined;
}

/** Starts another attempt, or ends the work. @throws the error when the message must not be deleted */
async function settleFailure<Claimed>(
  { clock, log }: LeaseDeps,
  work: LeasedWork<Claimed>,
  claimed: Claimed,
  receipt: ReceivedMessage,
  error: unknown,
): Promise<void> {
  if (error instanceof Waiting && work.wait) {
    log.info(`${work.name} waits`, { ...work.describe(claimed), reason: error.message });
    // By a new message, as for what is postponed.
    await work.wait(claimed, timestamp(clock()));
    await work.send(error.seconds);
    return;
  }
  const counts = work.counts(claimed);
  const kind = work.kindOf(error);
  const reason = reasonToPostpone(kind, error, counts, work.limits);
  if (reason) {
    log.warn(`${work.name} postponed`, { ...work.describe(claimed), reason, error });
    // By a new message: the old one may be received only three times, and those are for failures. A worker that is killed
    // before it sends leaves the old message, or the sweeper sends one.
    const postponed = oncePostponed(counts.postponed, reason);
    await work.postpone(claimed, timestamp(clock()), postponed);
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
  await receipt.hideFor(retrySeconds(counts.failures + 1));
  throw error;
}

/**
 * Does the work of one message: claim, perform under a renewed lease, settle. It may be killed anywhere and run twice. Before
 * `perform` commits nothing counts, and the message returns when the lease has ended. After it a second run finds the
 * work done.
 *
 * Short leases are safe: a worker that lives but could not renew in time loses the work to the next claim. Files that it still
 * writes have names of its attempt, or the same content under the same name.
 * @param perform commits its result by a write that throws WriteConflict when the lease is lost. Its signal is aborted when
 * the lease is lost, the work is no longer wanted, or `maxSeconds` have passed.
 * @returns `performed`; `unclaimed`: there was nothing to claim; `unsettled`: it failed, was postponed, or its lease was lost
 * @throws the error of a failed attempt, so that the message is not deleted and reaches the dead-letter queue in the end
 */
export async function runLeased<Claimed>(
  deps: LeaseDeps,
  work: LeasedWork<Claimed>,
  receipt: ReceivedMessage,
  perform: (claimed: Claimed, signal: AbortSignal) => Promise<void>,
  maxSeconds?: number,
): Promise<'performed' | 'unclaimed' | 'unsettled'> {
  const taken = await claimWork(deps, work, receipt);
  if (!taken) return 'unclaimed';
  const { claimed } = taken;
  const lost = new AbortController();
  const heart = keepLease(deps, work, claimed, receipt, lost);
  const deadline = maxSeconds === undefined ? [] : [AbortSignal.timeout(maxSeconds * 1000)];
  const failure = await perform(claimed, AbortSignal.any([lost.signal, ...deadline]))
    .then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    .finally(() => heart.stop());
  if (!failure) return 'performed';
  const { error } = failure;
  const { aborted: isLost, reason } = lost.signal;
  if (isLost || error instanceof WriteConflict) {
    await abandonAttempt(deps, work, claimed, receipt, isLost ? reason : error);
    return 'unsettled';
  }
  try {
    await settleFailure(deps, work, claimed, receipt, error);
  } catch (settling) {
    if (!(settling instanceof WriteConflict)) throw settling;
    // Another worker has the work by now.
    await abandonAttempt(deps, work, claimed, receipt, settling);
  }
  return 'unsettled';
}
