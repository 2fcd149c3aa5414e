import { plusSeconds, timestamp } from '#kernel/shared/clock.ts';

/** The sweeper checks a batch about once a minute: its runs start a minute apart, and take some of it. */
const CHECK_SECONDS = 45;

/** Time of the sweeper's next check of a batch. */
export const nextBatchCheck = (now: Date): string => timestamp(plusSeconds(now, CHECK_SECONDS));
