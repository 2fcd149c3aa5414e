/** Milliseconds from the last poll to the next one. @param age of the work, in milliseconds */
export type PollDelay = (age: number) => number;

const SECOND = 1000;
/** Longer than this no one waits for news. */
const MAX_DELAY = 10 * SECOND;

/** Over standard input one call waits for most of a minute: half of the age, from 3 to 10 s. */
export const delayOverStdio: PollDelay = (age) => Math.min(MAX_DELAY, Math.max(3 * SECOND, age / 2));

/** Over HTTP a call ends after 20 s and is a request itself, as is the first check of the next one: at 3 and 10 s, then every 10 s. */
export const delayOverHttp: PollDelay = (age) => {
  if (age < 3 * SECOND) return 3 * SECOND - age;
  return age < MAX_DELAY ? MAX_DELAY - age : MAX_DELAY;
};
