import { availableParallelism } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { Disposers } from '#emulators/host/disposers.ts';
import type { StackLog } from '#emulators/host/stack-log.ts';
import type { Clients } from './clients.ts';
import { startEventSources } from './events/event-sources.ts';
import type { Invoke, LocalFunction } from './events/types.ts';
import { createWorkerPool } from './workers/pool.ts';

// A stop does not wait for an encoder: the message comes again at the next start.
const STOP_GRACE_MS = 1_000;

// An account may have some 270 events waiting: 12 narrations, 50 encodings, and the first messages of 210 renders.
const MAX_WAITING = 2000;

export interface WorkerOptions {
  functions: LocalFunction[];
  clients: Clients;
  /** File with the positions in the streams. */
  checkpointFile: string;
  region: string;
  accountId: string;
  baseEnvironment: Record<string, string>;
  cores: number | undefined;
  /** Number of times that each message of a queue is passed to its function. */
  messageCopies: number | undefined;
  /** Each worker has a folder in it for its temporary files. */
  temporaryDir: string;
  prewarm: boolean;
  /** True if scheduled functions run. */
  schedules: boolean;
  disposers: Disposers;
  log: StackLog;
}

export interface Workers {
  /** Runs a function once. */
  invoke: Invoke;
  /** The process ids by function. */
  pids(): Record<string, number[]>;
}

/**
 * Host of functions that only the clock starts: nine sweepers, each every minute for a tenth of a second, would keep nine processes of 60
 * MB.
 */
const TIMED_HOST = 'schedule';

/** Reports whether nothing but the clock starts a function; it then has one bundle with the others (package-functions). */
const isOnlyTimed = ({ events }: LocalFunction): boolean =>
  events.length > 0 && events.every(({ kind }) => kind === 'schedule');

/** Runs the functions of queues, stream and schedule, and those that other functions call. */
export function startWorkers(options: WorkerOptions): Workers {
  const { clients, disposers, schedules, log } = options;
  const settings = options.functions.find(isOnlyTimed)?.environment;
  // They share the chunk that reads the settings, so these must be the same. A record of the calls to AWS names the function of a
  // process, which must be one then.
  const isHosted = (fn: LocalFunction): boolean =>
    isOnlyTimed(fn) && fn.environment.AWS_CALL_RECORD === undefined && isDeepStrictEqual(fn.environment, settings);
  const functions = options.functions.map((fn) => (isHosted(fn) ? { ...fn, host: TIMED_HOST } : fn));
  const cores = options.cores ?? availableParallelism();
  const pool = createWorkerPool({
    functions,
    cores,
    // Work that fits the cores takes at most about twice as long as alone, however much other accounts have to do.
    guests: cores,
    waiting: MAX_WAITING,
    baseEnvironment: options.baseEnvironment,
    temporaryDir: options.temporaryDir,
    stopGraceMs: STOP_GRACE_MS,
    log,
  });
  disposers.add(() => pool.stop());
  const unscheduled = (of: LocalFunction): LocalFunction => ({
    ...of,
    events: of.events.filter(({ kind }) => kind !== 'schedule'),
  });
  const sources = startEventSources({
    functions: schedules ? functions : functions.map(unscheduled),
    ...clients,
    region: options.region,
    accountId: options.accountId,
    invoke: pool.invoke,
    whenReady: pool.whenReady,
    messageCopies: options.messageCopies,
    checkpointFile: options.checkpointFile,
    stopGraceMs: STOP_GRACE_MS,
    log,
  });
  disposers.add(() => sources.stop());
  if (options.prewarm) {
    const isWaitedFor = ({ events, calledAtOnce }: LocalFunction) =>
      calledAtOnce !== undefined || events.some(({ kind }) => kind === 'sqs');
    const names = functions.filter(isWaitedFor).map(({ name }) => name);
    pool.prewarm(names).catch((error: Error) => log.warn(`prewarming: ${error.message}`));
  }
  return { invoke: pool.invoke, pids: pool.pids };
}
