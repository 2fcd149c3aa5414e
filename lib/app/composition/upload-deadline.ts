import { timeLeftMs } from './within-invocation.ts';

/** Milliseconds of a request in which its file is stored and the answer sent, after the file is ready. */
const RESERVE_MS = 3000;
/** The gateway gives up after 29 s, and so do the functions behind it. */
const REQUEST_MS = 29_000;

/**
 * Until when the file of a request must be ready: 3 s before the end of its invocation, whatever checks and downloads took of it. Ten
 * minutes of stereo took 2.6 s to decode and 4.5 s of CPU to level. It is aborted then, and the client is asked to come again.
 */
export const uploadDeadline = (): AbortSignal =>
  AbortSignal.timeout(Math.max(0, Math.floor((timeLeftMs() ?? REQUEST_MS) - RESERVE_MS)));
