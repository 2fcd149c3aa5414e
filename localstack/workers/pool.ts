import type { Invoke, InvokeHooks, LocalFunction, StackLog, WaitForRoom } from '../events/types.ts';
import { errorMessage, wait } from '../events/wait.ts';
import { eventsInTurn, type WaitingEvent } from './events-in-turn.ts';
import { InvocationError, startWorkerProcess, type WorkerProcess } from './worker-process.ts';

export interface WorkerPoolOptions {
  functions: readonly LocalFunction[];
  /** How many invocations of `cpuBound` functions run at once, over all of them. */
  cores: number;
  /**
   * How many more may run, so that a group with little to do need not wait for what others run: of a group that has none
   * running, or whose events would all run at once if it had the cores alone. 0 by default.
   */
  guests?: number | undefined;
  /** How many events of `cpuBound` functions may wait here for a core, where groups take turns. 0 by default. */
  waiting?: number | undefined;
  /** The environment of the processes, to which the function and Lambda add theirs. Nothing else is inherited. */
  baseEnvironment: Readonly<Record<string, string>>;
  /** Each process has a folder in it for its temporary files, which goes with it. By default they share that of the system. */
  temporaryDir?: string | undefined;
  log: StackLog;
  /** The Node that runs the workers (24 or later); by default the one that runs this. */
  nodePath?: string | undefined;
  /** Milliseconds after which an unused process is ended; a minute by default. */
  idleMs?: number | undefined;
  /**
   * Milliseconds that an event waits for the process of a host before another one is started for it; 5,000 by default. The events
   * of a minute are mostly done one after another in less.
   */
  patienceMs?: number | undefined;
  /** Milliseconds that stop() leaves to running invocations; 3,000 by default. */
  stopGraceMs?: number | undefined;
}

export interface WorkerPool {
  invoke: Invoke;
  /** For the event sources: resolves when there is room for one more event of the function, to run or to wait. */
  whenReady: WaitForRoom;
  /** Starts one process of each; rejects when one does not load. */
  prewarm(names: readonly string[]): Promise<void>;
  /** Ends all processes and their children; what runs or waits is rejected after the grace. */
  stop(): Promise<void>;
  /** The process ids by function, or by host, of the idle and the busy ones. */
  pids(): Record<string, number[]>;
}

interface Waiting extends WaitingEvent {
  fn: LocalFunction;
  event: unknown;
  hooks: InvokeHooks | undefined;
  result: PromiseWithResolvers<unknown>;
  /** Milliseconds, by `performance.now()`. */
  since: number;
}

interface Member {
  host: string;
  /** The function that it was started for, then the one whose event it runs or ran last. */
  fn: LocalFunction;
  worker: WorkerProcess;
  state: 'starting' | 'idle' | 'busy';
  /** Whose event it runs. */
  group?: string | undefined;
  retirement?: NodeJS.Timeout | undefined;
}

const hostOf = ({ host, name }: LocalFunction): string => host ?? name;

/**
 * Runs functions as Lambda does: an invocation takes an idle process of its function, or a new one, and has it alone. A
 * process that ends, for whatever reason, fails only the invocation that it was running.
 */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const {
    cores,
    guests = 0,
    log,
    baseEnvironment,
    temporaryDir,
    nodePath = process.execPath,
    idleMs = 60_000,
    patienceMs = 5000,
    stopGraceMs = 3000,
  } = options;
  const functions = new Map(options.functions.map((fn) => [fn.name, fn]));
  const members = new Set<Member>();
  let queue: Waiting[] = [];
  let coreWaiters: (() => void)[] = [];
  let stopped = false;

  const count = (matches: (member: Member) => boolean) => [...members].filter(matches).length;
  const freeCores = () => cores - count(({ fn, state }) => fn.cpuBound && state === 'busy');
  const find = (name: string): LocalFunction => {
    const fn = functions.get(name);
    if (fn === undefined) throw new InvocationError(`the worker pool has no function ${name}`);
    return fn;
  };

  const becomeIdle = (member: Member) => {
    member.state = 'idle';
    member.retirement = setTimeout(() => member.worker.terminate(), idleMs);
    member.retirement.unref();
  };

  const start = (fn: LocalFunction): Member => {
    const worker = startWorkerProcess(fn, { baseEnvironment, temporaryDir, nodePath, log });
    const member: Member = { host: hostOf(fn), fn, worker, state: 'starting' };
    members.add(member);
    worker.ready.then(
      () => {
        becomeIdle(member);
        pump();
      },
      (error) => {
        if (stopped) return;
        log.error(`[${fn.name}] did not start: ${errorMessage(error)}`);
        // The event that waits longest fails with the reason. Endless retries would hide it.
        const first = queue.find((waiting) => hostOf(waiting.fn) === member.host);
        queue = queue.filter((waiting) => waiting !== first);
        first?.result.reject(error);
      },
    );
    void worker.gone.then(() => {
      clearTimeout(member.retirement);
      members.delete(member);
      pump();
    });
    return member;
  };

  const run = async (member: Member, { fn, group, event, hooks, result }: Waiting) => {
    clearTimeout(member.retirement);
    member.state = 'busy';
    member.fn = fn;
    member.group = group;
    try {
      await hooks?.started?.();
      result.resolve(await member.worker.run(fn, event));
    } catch (error) {
      log.error(`[${fn.name}] invocation failed: ${error instanceof Error ? error.stack : errorMessage(error)}`);
      result.reject(error);
    }
    // A process that is ending keeps its core until it is gone.
    if (member.worker.alive()) becomeIdle(member);
    pump();
  };

  /** When each group was last given a process, as a number that rises. A group whose event has just ended has no core either. */
  const servedAt = new Map<string | undefined, number>();
  let served = 0;

  /** How many cores each group keeps busy. */
  const coresOfGroups = (): Map<string | undefined, number> => {
    const busy = new Map<string | undefined, number>();
    for (const { fn, state, group } of members)
      if (fn.cpuBound && state === 'busy') busy.set(group, (busy.get(group) ?? 0) + 1);
    return busy;
  };

  /** Gives waiting events to idle processes, in turn. Returns the events that have none, by host. */
  const assign = (): Map<string, Waiting[]> => {
    const lacking = new Map<string, Waiting[]>();
    for (const next of eventsInTurn(queue, { cores, guests, coresOf: coresOfGroups(), servedAt })) {
      const { fn, group } = next;
      const host = hostOf(fn);
      const idle = [...members].find((one) => one.host === host && one.state === 'idle' && one.worker.alive());
      if (idle === undefined) {
        const waiting = lacking.get(host) ?? [];
        waiting.push(next);
        lacking.set(host, waiting);
      } else {
        queue = queue.filter((one) => one !== next);
        served += 1;
        servedAt.set(group, served);
        void run(idle, next);
      }
    }
    return lacking;
  };

  /**
   * The waiting events of a host that are worth another process: all, where the processes are of one function. Where functions
   * share them, the first event if there is no process, and those that have lost patience.
   */
  const needing = (host: string, waiting: readonly Waiting[]): readonly Waiting[] => {
    if (waiting.every(({ fn }) => fn.host === undefined)) return waiting;
    if (count((member) => member.host === host) === 0) return waiting.slice(0, 1);
    const now = performance.now();
    return waiting.filter(({ since }) => now - since >= patienceMs);
  };

  const pump = (): void => {
    if (stopped) return;
    for (const [host, waiting] of assign()) {
      // Starting is work for a core. A burst of short events is often done by the first processes that come up.
      const starting = count((member) => member.host === host && member.state === 'starting');
      const free = cores - count(({ state }) => state === 'starting');
      const wanted = needing(host, waiting);
      for (const { fn } of wanted.slice(0, Math.max(0, Math.min(wanted.length - starting, free)))) start(fn);
    }
    if (hasRoom()) {
      const ready = coreWaiters;
      coreWaiters = [];
      for (const resolve of ready) resolve();
    }
  };

  const hasRoom = () => freeCores() + (options.waiting ?? 0) > queue.filter(({ fn }) => fn.cpuBound).length;

  return {
    invoke: async (name, event, hooks) => {
      if (stopped) throw new InvocationError('the worker pool is stopped');
      const fn = find(name);
      const result = Promise.withResolvers<unknown>();
      const since = performance.now();
      const waiting: Waiting = { fn, cpuBound: fn.cpuBound, group: hooks?.group, event, hooks, result, since };
      queue.push(waiting);
      pump();
      if (fn.host !== undefined) setTimeout(pump, patienceMs).unref();
      return waiting.result.promise;
    },

    whenReady: (name, signal) =>
      new Promise((resolve) => {
        if (signal.aborted || !find(name).cpuBound || hasRoom()) return resolve();
        const ready = () => {
          signal.removeEventListener('abort', ready);
          resolve();
        };
        signal.addEventListener('abort', ready);
        coreWaiters.push(ready);
      }),

    prewarm: async (names) => {
      const left = names.map(find);
      const startInTurn = async () => {
        for (let fn = left.shift(); fn !== undefined; fn = left.shift()) await start(fn).worker.ready;
      };
      await Promise.all(Array.from({ length: cores }, startInTurn));
    },

    stop: async () => {
      stopped = true;
      for (const { result } of queue) result.reject(new InvocationError('the worker pool is stopped'));
      queue = [];
      const all = [...members].map(({ worker }) => worker);
      for (const worker of all) worker.terminate();
      const grace = new AbortController();
      const gone = Promise.all(all.map((worker) => worker.gone)).finally(() => grace.abort());
      await wait(stopGraceMs, grace.signal);
      for (const worker of all) worker.kill('the worker pool is stopped');
      await gone;
    },

    pids: () => {
      const byName: Record<string, number[]> = {};
      for (const { host, worker } of members) {
        const pids = byName[host] ?? [];
        if (worker.pid !== undefined) pids.push(worker.pid);
        byName[host] = pids;
      }
      return byName;
    },
  };
}
