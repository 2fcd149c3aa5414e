import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { StackLog } from './host/stack-log.ts';

/** One running process of a service, which answers on a port of 127.0.0.1. */
export interface Running {
  child: ChildProcess;
  port: number;
  /** Asks the process to end. */
  end(): void;
}

/** A service in its own process that is started again whenever it ends unasked. */
export interface Supervised {
  /** Undefined while the process starts again. */
  port(): number | undefined;
  pid(): number | undefined;
  stop(): Promise<void>;
}

const STOP_MS = 2_000;
const MAX_PAUSE_MS = 5_000;

/** Resolves when the process is gone, killing it after `graceMs`. */
export async function endProcess(child: ChildProcess, end: () => void, graceMs = STOP_MS): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  end();
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await exited;
  clearTimeout(timer);
}

/** Reason why a process ended, for a log line. */
export const describeExit = (code: number | null, signal: NodeJS.Signals | null): string =>
  signal === null ? `exit code ${code}` : `signal ${signal}`;

/**
 * Starts again on the same port, which others know by now, for as long as they run: one that is taken at the moment is tried
 * again. `start` takes any free port when it is given none.
 */
export function reusingPort(start: (port: number | undefined) => Promise<Running>): () => Promise<Running> {
  let last: number | undefined;
  return async () => {
    const running = await start(last);
    last = running.port;
    return running;
  };
}

export interface SuperviseOptions {
  name: string;
  /** Resolves when the service answers; when the signal aborts before, it ends what it started and rejects. */
  start(signal: AbortSignal): Promise<Running>;
  /** Gives up the first start. */
  signal?: AbortSignal | undefined;
  log: StackLog;
}

/**
 * Starts a service and keeps it running. The first failure to start is the caller's, later ones are logged and tried
 * again, at first at once, then with growing pauses.
 */
export async function supervise({ name, start, signal, log }: SuperviseOptions): Promise<Supervised> {
  let current: Running | undefined;
  let stopping = false;
  let restarting: Promise<void> = Promise.resolve();
  const stopped = new AbortController();

  const watch = (running: Running): void => {
    current = running;
    running.child.once('exit', (code, signal) => {
      current = undefined;
      if (stopping) return;
      log.error(`${name} ended (${describeExit(code, signal)}); starting it again`);
      restarting = restart();
    });
  };
  const restart = async (): Promise<void> => {
    for (let pauseMs = 100; !stopping; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      try {
        const running = await start(stopped.signal);
        if (stopping) return await endProcess(running.child, running.end);
        watch(running);
        log.info(`${name} is back`);
        return;
      } catch (error) {
        if (stopping) return;
        log.error(`${name} does not start: ${(error as Error).message}`);
        await delay(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined);
      }
    }
  };

  watch(await start(signal ?? stopped.signal));
  return {
    port: () => current?.port,
    pid: () => current?.child.pid,
    async stop() {
      stopping = true;
      stopped.abort();
      await restarting;
      if (current !== undefined) await endProcess(current.child, current.end);
    },
  };
}
