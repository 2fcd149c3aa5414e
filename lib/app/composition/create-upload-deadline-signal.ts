import { invocationTimeLeftMs } from './run-with-invocation-deadline.ts';

/** Milliseconds at the end of a request in which the decoded file is stored and the answer sent. */
const RESERVE_MS = 3000;
/** Milliseconds after which the gateway, and the functions behind it, end a request. */
const REQUEST_MS = 29_000;

/**
 * A signal that aborts the decoding of a request's file 3 s before the end of its invocation; the client is then asked to repeat the
 * request. Ten minutes of stereo took 2.6 s to decode and 4.5 s of processor time to level.
 */
export const createUploadDeadlineSignal = (): AbortSignal =>
  AbortSignal.timeout(Math.max(0, Math.floor((invocationTimeLeftMs() ?? REQUEST_MS) - RESERVE_MS)));
