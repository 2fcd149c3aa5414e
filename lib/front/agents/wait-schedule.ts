/** Milliseconds from the last poll to the next one. @param age of the work, in milliseconds */
export type PollDelay = (age: number) => number;

const SECOND = 1000;
/** The longest time between two polls, in milliseconds. */
const MAX_DELAY = 10 * SECOND;

/** Delay on standard input and output, where one call can wait for most of a minute: half of the age, at least 3 s, at most 10 s. */
export const pollDelayOverStdio: PollDelay = (age) => Math.min(MAX_DELAY, Math.max(3 * SECOND, age / 2));

/**
 * Delay over HTTP: polls at an age of 3 s and of 10 s, then every 10 s. A call ends after 20 s and counts as a request itself, as does
 * each poll.
 */
export const pollDelayOverHttp: PollDelay = (age) => {
  if (age < 3 * SECOND) return 3 * SECOND - age;
  return age < MAX_DELAY ? MAX_DELAY - age : MAX_DELAY;
};
