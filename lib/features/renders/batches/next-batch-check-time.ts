import { addSeconds, formatTimestamp } from '#kernel/shared/clock.ts';

/** Seconds between checks: below a minute, so that each run of the sweeper, once a minute, checks the batch. */
const CHECK_SECONDS = 45;

/** The time of the sweeper's next check of a batch. */
export const nextBatchCheckTime = (now: Date): string => formatTimestamp(addSeconds(now, CHECK_SECONDS));
