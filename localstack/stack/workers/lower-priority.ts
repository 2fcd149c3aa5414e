import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Steps by which background work has a lower priority than this process: about a third of its share of a busy processor. */
const STEPS_BELOW = 5;
const LOWEST_PRIORITY = 19;

/**
 * Lets a process that has just started, and those that it starts, have the processor after requests, the table and the queues. Linux may
 * share the processor among sessions first (`/proc/<pid>/autogroup`): a process with its own session has a second priority there. Where the
 * system refuses it, nothing changes.
 */
export function lowerPriority(pid: number): void {
  const priority = Math.min(LOWEST_PRIORITY, getPriority() + STEPS_BELOW);
  const attempts = [
    () => setPriority(pid, priority),
    () => writeFileSync(`/proc/${pid}/autogroup`, String(priority), { flag: 'r+' }),
  ];
  for (const attempt of attempts) {
    try {
      attempt();
    } catch {
      // The process has ended, the system has no such file, or it gives no right.
    }
  }
}
