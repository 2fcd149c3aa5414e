import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** A started process; `ChildProcess` is one. */
export interface StartedProcess {
  readonly pid?: number | undefined;
  readonly exitCode: number | null;
  readonly signalCode: NodeJS.Signals | null;
}

/** The autogroups of Linux. Where the system has none or gives no right, its error is thrown. */
export interface LinuxAutogroups {
  /** The line about the session of this process, such as `/autogroup-7 nice 0`. */
  readOwn(): string;
  write(pid: number, nice: number): void;
  /** Waits between two attempts. It keeps no process alive. */
  pause(milliseconds: number): Promise<unknown>;
}

const SYSTEM: LinuxAutogroups = {
  readOwn: () => readFileSync('/proc/self/autogroup', 'utf8'),
  write: (pid, nice) => writeFileSync(`/proc/${pid}/autogroup`, String(nice), { flag: 'r+' }),
  pause: (milliseconds) => delay(milliseconds, undefined, { ref: false }),
};

/**
 * Milliseconds between two attempts: Linux takes one write in 100 ms from all users without the right to administer the system, and answers
 * others with EAGAIN.
 */
const AGAIN_MS = 120;
/** Other services of this machine may take some of the turns. */
const ATTEMPTS = 20;

let turn: Promise<void> = Promise.resolve();

/**
 * Sets the priority of a child that leads its own session. Linux may share the processor among sessions first (autogroups), and then the
 * priority of a process counts only within its session. A new session has the usual priority, whatever that of its parent's session is.
 * Children have it in turn, which takes up to 120 ms each. Where the system has no autogroups or refuses, nothing changes.
 * @param nice from -20 (first) to 19 (last); 0 is usual
 * @returns when the attempts for this child have ended; never rejects
 */
export function setSessionPriority(child: StartedProcess, nice: number, system = SYSTEM): Promise<void> {
  turn = turn.then(() => writeInAttempts(child, nice, system));
  return turn;
}

async function writeInAttempts(child: StartedProcess, nice: number, system: LinuxAutogroups): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // The id of a process that has ended may belong to another one.
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    try {
      return system.write(child.pid, nice);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
    }
    await system.pause(AGAIN_MS);
  }
}

/** Gives a child that leads its own session the priority that the session of this process has. */
export function inheritSessionNiceness(child: StartedProcess, system = SYSTEM): Promise<void> {
  const nice = niceOfOwnSession(system);
  return nice === 0 ? Promise.resolve() : setSessionPriority(child, nice, system);
}

/** The priority of the session of this process; 0 where the system has no autogroups. */
function niceOfOwnSession(system: LinuxAutogroups): number {
  try {
    return Number(/ nice (-?\d+)/.exec(system.readOwn())?.[1] ?? 0);
  } catch {
    return 0;
  }
}
