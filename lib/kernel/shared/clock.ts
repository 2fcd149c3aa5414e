/** The time as a parameter: production passes `systemClock`, tests pass a clock that they set. */
export type Clock = () => Date;

/** The clock of this process. */
export const systemClock: Clock = () => new Date();

/** RFC 3339 UTC with milliseconds, as every time in the API. */
export const formatUtcTimestamp = (date: Date): string => date.toISOString();

/** A time plus a number of seconds, which may be negative. */
export const addSeconds = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000);

/** Whole seconds since 1970 of an RFC 3339 time, as the table's lifetimes (TTL) are written. */
export const epochSecondsOfTimestamp = (time: string): number => Math.floor(Date.parse(time) / 1000);
