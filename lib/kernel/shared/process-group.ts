import { spawnSync } from 'node:child_process';
import process from 'node:process';

/**
 * Options with which a child process leads a group that can be killed as a whole, and that Ctrl-C in the terminal does not reach. On Windows
 * it belongs to the job of its parent instead, with which the system ends it; if it inherits a handle for its output, it stays on the console of
 * its parent, whose Ctrl-C reaches it.
 */
export const groupLeaderOptions = (platform = process.platform): { detached: boolean; windowsHide: boolean } => ({
  detached: platform !== 'win32',
  windowsHide: true,
});

/** The ways in which a system ends processes. */
export interface ProcessKiller {
  platform: NodeJS.Platform;
  /** Sends a signal. @param pid a negative number names a group */
  kill(pid: number, signal: NodeJS.Signals): unknown;
  /** Runs a program, and waits until it has ended. */
  run(program: string, args: readonly string[]): unknown;
}

const SYSTEM: ProcessKiller = {
  platform: process.platform,
  kill: (pid, signal) => process.kill(pid, signal),
  run: (program, args) => spawnSync(program, args, { stdio: 'ignore', windowsHide: true }),
};

/**
 * Kills a child that was started with `groupLeaderOptions`, and its descendants. Windows has no groups of processes: there, `taskkill` follows
 * the ids of the parents. Processes that have ended are ignored.
 * @param pid of the child; undefined, if it did not start: nothing is done
 */
export function killProcessGroup(pid: number | undefined, { platform, kill, run }: ProcessKiller = SYSTEM): void {
  if (pid === undefined) return;
  if (platform === 'win32') {
    run('taskkill', ['/pid', String(pid), '/T', '/F']);
    return;
  }
  try {
    kill(-pid, 'SIGKILL');
  } catch {
    // ESRCH: no process of the group remains.
  }
}
