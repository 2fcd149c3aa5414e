const FIRST_SECONDS = 10;
/** Under the 120 s after which a sweeper takes a message for one that was never sent. */
const MAX_SECONDS = 60;

/** How long, in seconds, an engine that has too much to do is left alone: 10, 20, 40, 60, 60, … @param tried from 1 */
export const pauseSeconds = (tried: number): number => Math.min(MAX_SECONDS, FIRST_SECONDS * 2 ** (tried - 1));
