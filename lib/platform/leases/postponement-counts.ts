/**
 * Reasons why work is postponed without a failure. `busy`: an engine that it needs is at its capacity. `handed_back`: a worker with another
 * version of the program, or with another engine, has to do it. `throttled`: the table, a queue or the bucket was not available.
 */
export const POSTPONEMENT_REASONS = ['busy', 'handed_back', 'throttled'] as const;
/** A reason of a postponement. */
export type PostponementReason = (typeof POSTPONEMENT_REASONS)[number];

/** Number of postponements of work, by reason. An absent reason counts 0. */
export type PostponementCounts = Readonly<Partial<Record<PostponementReason, number | undefined>>>;

/** Number of postponements of work for a reason. */
export const timesPostponed = (postponed: PostponementCounts | undefined, reason: PostponementReason): number =>
  postponed?.[reason] ?? 0;

/** The counts after one more postponement for a reason. */
export const addPostponementToCounts = (
  postponed: PostponementCounts | undefined,
  reason: PostponementReason,
): PostponementCounts => ({
  ...postponed,
  [reason]: timesPostponed(postponed, reason) + 1,
});

/**
 * Work needs the result of other work in progress, and is returned to the queue until then. This is not a failure, and does not count as an
 * attempt. The work itself limits the time for which it waits.
 */
export class WaitingForOtherWorkError extends Error {
  override name = 'WaitingForOtherWorkError';
  /** Seconds from now to the next check. */
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.seconds = seconds;
  }
}

/** Work is returned to the queue for a worker of another version, or with another engine. This is not a failure. */
export class HandedBackError extends Error {
  override name = 'HandedBackError';
}
