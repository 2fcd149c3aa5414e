/** Computes the milliseconds from the last poll to the next one. @param ageMs age of the work, in milliseconds */
export type PollDelay = (ageMs: number) => number;

/** Milliseconds of a second. */
const SECOND_MS = 1000;
/** The longest time between two polls, in milliseconds. */
const MAX_DELAY_MS = 10 * SECOND_MS;

/** Delay on standard input and output, where one call can wait for most of a minute: half of the age, at least 3 s, at most 10 s. */
export const pollDelayOverStdio: PollDelay = (ageMs) => Math.min(MAX_DELAY_MS, Math.max(3 * SECOND_MS, ageMs / 2));

/**
 * Delay over HTTP: polls at an age of 3 s and of 10 s, then every 10 s. A call ends after 20 s and counts as a request itself, as does
 * each poll.
 */
export const pollDelayOverHttp: PollDelay = (ageMs) => {
  if (ageMs < 3 * SECOND_MS) return 3 * SECOND_MS - ageMs;
  return ageMs < MAX_DELAY_MS ? MAX_DELAY_MS - ageMs : MAX_DELAY_MS;
};
