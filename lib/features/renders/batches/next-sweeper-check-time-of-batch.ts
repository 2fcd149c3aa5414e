import { addSeconds, formatUtcTimestamp } from '#kernel/shared/clock.ts';

/** Seconds between checks: below a minute, so that each run of the sweeper, once a minute, checks the batch. */
const CHECK_SECONDS = 45;

/** The time of the sweeper's next check of a batch. */
export const nextSweeperCheckTimeOfBatch = (now: Date): string => formatUtcTimestamp(addSeconds(now, CHECK_SECONDS));
