import { getPriority, setPriority } from 'node:os';
import { type StartedProcess, setSessionPriority } from '#kernel/shared/session-priority.ts';
import type { LocalFunction } from '../events/types.ts';
import { MAX_REQUEST_SECONDS } from '../gateway/request-seconds.ts';

/**
 * Steps by which background work has a lower priority than requests: half of their share of a busy processor. With a busy program on each
 * core, a short render takes 1.4 times as long as with equal priorities; with five steps, 1.7 times.
 */
const STEPS_BELOW = 3;
const LOWEST_PRIORITY = 19;

/** Reports whether requests wait for a function: other functions call it directly, and its timeout is at most that of a request. */
export const doRequestsWaitForFunction = ({ calledAtOnce, timeoutSeconds }: LocalFunction): boolean =>
  calledAtOnce !== undefined && timeoutSeconds <= MAX_REQUEST_SECONDS;

/**
 * Lets a child that has just started and leads its own session, and the processes that it starts in that session, have the processor after
 * requests, the table and the queues. Where the system refuses it, nothing changes.
 */
export function lowerPriority(child: StartedProcess): void {
  // Sessions of requests, the table and the queues have 0, whatever the priority of this process.
  void setSessionPriority(child, STEPS_BELOW);
  try {
    if (child.pid !== undefined) setPriority(child.pid, Math.min(LOWEST_PRIORITY, getPriority() + STEPS_BELOW));
  } catch {
    // The process has ended, or the system gives no right.
  }
}
