import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { StackLog } from './host/stack-log.ts';

/** A running process of a service, which answers on a port of 127.0.0.1. */
export interface RunningServiceProcess {
  child: ChildProcess;
  port: number;
  /** Makes the process end in order. */
  end(): void;
}

/** A service in a separate process that is restarted whenever it ends unexpectedly. */
export interface SupervisedService {
  /** Its port; undefined while the process starts again. */
  port(): number | undefined;
  /** Its process id; undefined while the process starts again. */
  pid(): number | undefined;
  /** Ends the process, which is then not restarted. */
  stop(): Promise<void>;
}

/** Milliseconds that a process gets for its orderly end, by default. */
const STOP_MS = 2_000;
/** The longest pause between two attempts to start a service. */
const MAX_PAUSE_MS = 5_000;

/** Ends a process, and kills it if it still runs after `graceMs`. Resolves when it has ended. */
export async function endProcess(child: ChildProcess, end: () => void, graceMs = STOP_MS): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exitPromise = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  end();
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await exitPromise;
  clearTimeout(timer);
}

/** Reason why a process ended, for a log line. */
export const describeExit = (code: number | null, signal: NodeJS.Signals | null): string =>
  signal === null ? `exit code ${code}` : `signal ${signal}`;

/**
 * Makes a function that restarts a process on its previous port, because other processes know that port. If the port is taken at the
 * moment, the start fails and is repeated. `start` takes any free port if it gets none.
 */
export function createSamePortRestarter(
  start: (port: number | undefined) => Promise<RunningServiceProcess>,
): () => Promise<RunningServiceProcess> {
  let lastPort: number | undefined;
  return async () => {
    const serviceProcess = await start(lastPort);
    lastPort = serviceProcess.port;
    return serviceProcess;
  };
}

/** Options of `superviseService`. */
export interface SuperviseOptions {
  /** Name of the service in log lines. */
  name: string;
  /** Resolves when the service answers. If the signal aborts before, it ends the processes that it started, and rejects. */
  start(signal: AbortSignal): Promise<RunningServiceProcess>;
  /** Aborts the first start. */
  signal?: AbortSignal | undefined;
  log: StackLog;
}

/**
 * Starts a service and keeps it running. If the first start fails, the error is thrown. Later failures are logged, and the start is
 * repeated: first without a pause, then with growing pauses.
 */
export async function superviseService({ name, start, signal, log }: SuperviseOptions): Promise<SupervisedService> {
  let currentProcess: RunningServiceProcess | undefined;
  let isStopping = false;
  let restartPromise: Promise<void> = Promise.resolve();
  const stopController = new AbortController();

  const watch = (serviceProcess: RunningServiceProcess): void => {
    currentProcess = serviceProcess;
    serviceProcess.child.once('exit', (code, signal) => {
      currentProcess = undefined;
      if (isStopping) return;
      log.error(`${name} ended (${describeExit(code, signal)}); starting it again`);
      restartPromise = restart();
    });
  };
  const restart = async (): Promise<void> => {
    for (let pauseMs = 100; !isStopping; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      try {
        const serviceProcess = await start(stopController.signal);
        if (isStopping) return await endProcess(serviceProcess.child, serviceProcess.end);
        watch(serviceProcess);
        log.info(`${name} is back`);
        return;
      } catch (error) {
        if (isStopping) return;
        log.error(`${name} does not start: ${(error as Error).message}`);
        await delay(pauseMs, undefined, { signal: stopController.signal }).catch(() => undefined);
      }
    }
  };

  watch(await start(signal ?? stopController.signal));
  return {
    port: () => currentProcess?.port,
    pid: () => currentProcess?.child.pid,
    async stop() {
      isStopping = true;
      stopController.abort();
      await restartPromise;
      if (currentProcess !== undefined) await endProcess(currentProcess.child, currentProcess.end);
    },
  };
}
