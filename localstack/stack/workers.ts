import { availableParallelism } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { Disposers } from '#emulators/host/disposers.ts';
import type { StackLog } from '#emulators/host/stack-log.ts';
import type { StackClients } from './clients.ts';
import { startEventSources } from './events/running-event-sources.ts';
import type { InvokeFunction, LocalFunction } from './events/types.ts';
import {
  createInvokerAwaitingBundles,
  type WorkerBundlesReadiness,
  waitForCapacityWhenBundled,
} from './workers/bundles.ts';
import { createWorkerPool, type EndedInvocation, type WorkerPoolCounts } from './workers/pool.ts';

// A stop does not wait for an encoder: its message is delivered again at the next start.
const STOP_GRACE_MS = 1_000;

// Room for seven busy accounts. One may have some 270 events waiting: 12 narrations, 50 encodings, and the first messages of 210 renders.
const MAX_WAITING_EVENTS = 2000;

/** Options of `startWorkers`. */
export interface WorkerOptions {
  functions: LocalFunction[];
  bundles: WorkerBundlesReadiness;
  clients: StackClients;
  /** File with the positions in the streams. */
  checkpointFile: string;
  region: string;
  accountId: string;
  baseEnvironment: Record<string, string>;
  /** Processor cores that the workers may use together. Undefined: those of the machine. */
  cores: number | undefined;
  /** Number of times that each message of a queue is passed to its function. */
  messageCopies: number | undefined;
  /** A folder in which each worker has a folder for its temporary files. */
  temporaryDir: string;
  /** True if a process of each function whose result is awaited starts at once. */
  prewarm: boolean;
  /** True if scheduled functions run. */
  schedules: boolean;
  /** Called at the end of each invocation. */
  ended?: (invocation: EndedInvocation) => void;
  disposers: Disposers;
  log: StackLog;
}

/** The started workers. */
export interface Workers {
  /** Runs a function once. */
  invoke: InvokeFunction;
  /** Process ids by function, or by host: scheduled functions share the host `schedule`. */
  pids(): Record<string, number[]>;
  counts(): WorkerPoolCounts;
}

/**
 * The host of functions that only a schedule starts. The sweepers run every minute for a tenth of a second, and separate processes would
 * need 60 MB each.
 */
const SCHEDULED_HOST = 'schedule';

/** Reports whether only a schedule starts a function. */
const isOnlyScheduled = ({ events }: LocalFunction): boolean =>
  events.length > 0 && events.every(({ kind }) => kind === 'schedule');

/** Starts the workers for functions of queues, streams and schedules, and for those that other functions call. */
export function startWorkers(options: WorkerOptions): Workers {
  const { bundles, clients, disposers, schedules, log } = options;
  const sharedEnvironment = options.functions.find(isOnlyScheduled)?.environment;
  // Hosted functions run in one process, and their bundles share the module that reads the settings: their environments must be the same.
  // A record of the calls to AWS names the function of its process, so with such a record each function needs a separate process.
  const isHosted = (fn: LocalFunction): boolean =>
    isOnlyScheduled(fn) &&
    fn.environment.AWS_CALL_RECORD === undefined &&
    isDeepStrictEqual(fn.environment, sharedEnvironment);
  const functions = options.functions.map((fn) => (isHosted(fn) ? { ...fn, host: SCHEDULED_HOST } : fn));
  const cores = options.cores ?? availableParallelism();
  const pool = createWorkerPool({
    functions,
    cores,
    // As many more events as there are cores may run, so that an account with little work waits at most about twice as long as alone.
    extraEvents: cores,
    waiting: MAX_WAITING_EVENTS,
    baseEnvironment: options.baseEnvironment,
    temporaryDir: options.temporaryDir,
    stopGraceMs: STOP_GRACE_MS,
    ended: options.ended,
    log,
  });
  disposers.add(() => pool.stop());
  const invoke = createInvokerAwaitingBundles(bundles, pool.invoke);
  const withoutSchedules = (fn: LocalFunction): LocalFunction => ({
    ...fn,
    events: fn.events.filter(({ kind }) => kind !== 'schedule'),
  });
  const sources = startEventSources({
    functions: schedules ? functions : functions.map(withoutSchedules),
    ...clients,
    region: options.region,
    accountId: options.accountId,
    invoke,
    whenReady: waitForCapacityWhenBundled(bundles, pool.whenReady),
    messageCopies: options.messageCopies,
    checkpointFile: options.checkpointFile,
    stopGraceMs: STOP_GRACE_MS,
    log,
  });
  disposers.add(() => sources.stop());
  // Disposers run last added first. Events that wait for their bundles fail before sources and workers stop.
  disposers.add(() => bundles.note('the service is stopping'));
  if (options.prewarm) {
    const isWaitedFor = ({ events, calledAtOnce }: LocalFunction) =>
      calledAtOnce !== undefined || events.some(({ kind }) => kind === 'sqs');
    const names = functions.filter(isWaitedFor).map(({ name }) => name);
    const prewarm = () => pool.prewarm(names).catch((error: Error) => log.warn(`prewarming: ${error.message}`));
    // Without bundles there is nothing to start; the log has the reason.
    bundles.made().then(prewarm, () => undefined);
  }
  return { invoke, pids: pool.pids, counts: pool.counts };
}
