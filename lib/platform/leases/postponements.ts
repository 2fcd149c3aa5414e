/**
 * Reasons why work is postponed without a failure. `busy`: an engine that it needs has too much to do. `handed_back`: another version of
 * the program, or another engine, is to do it. `throttled`: the table, a queue or the bucket was not available.
 */
export const POSTPONEMENT_REASONS = ['busy', 'handed_back', 'throttled'] as const;
export type PostponementReason = (typeof POSTPONEMENT_REASONS)[number];

/** Number of postponements of work, by reason. An absent reason counts 0. */
export type Postponements = Readonly<Partial<Record<PostponementReason, number | undefined>>>;

/** Number of postponements of work for a reason. */
export const timesPostponed = (postponed: Postponements | undefined, reason: PostponementReason): number =>
  postponed?.[reason] ?? 0;

/** Stored counts after one more postponement. */
export const oncePostponed = (postponed: Postponements | undefined, reason: PostponementReason): Postponements => ({
  ...postponed,
  [reason]: timesPostponed(postponed, reason) + 1,
});

/**
 * Work needs the result of other work that is under way, and is given back until then: nothing failed, and no attempt counts. The work
 * itself limits for how long it waits.
 */
export class Waiting extends Error {
  override name = 'Waiting';
  /** Seconds from now to the next check. */
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.seconds = seconds;
  }
}

/** Work is given back for a worker of another version, or with another engine; nothing failed. */
export class HandedBack extends Error {
  override name = 'HandedBack';
}
