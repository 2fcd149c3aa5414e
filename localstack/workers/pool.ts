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
  /** Milliseconds after which an unused process is ended; 3 minutes by default. */
  idleMs?: number | undefined;
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
  /** The process ids by function, of the idle and the busy ones. */
  pids(): Record<string, number[]>;
}

interface Waiting extends WaitingEvent {
  fn: LocalFunction;
  event: unknown;
  hooks: InvokeHooks | undefined;
  result: PromiseWithResolvers<unknown>;
}

interface Member {
  fn: LocalFunction;
  worker: WorkerProcess;
  state: 'starting' | 'idle' | 'busy';
  /** Whose event it runs. */
  group?: string | undefined;
  retirement?: NodeJS.Timeout | undefined;
}

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
    idleMs = 180_000,
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
    const member: Member = { fn, worker, state: 'starting' };
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
        const first = queue.find((waiting) => waiting.fn === fn);
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

  const run = async (member: Member, { group, event, hooks, result }: Waiting) => {
    clearTimeout(member.retirement);
    member.state = 'busy';
    member.group = group;
    try {
      await hooks?.started?.();
      result.resolve(await member.worker.run(event));
    } catch (error) {
      log.error(`[${member.fn.name}] invocation failed: ${error instanceof Error ? error.stack : errorMessage(error)}`);
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

  /** Gives waiting events to idle processes, in turn. Returns how many more processes each function could use. */
  const assign = (): Map<LocalFunction, number> => {
    const lacking = new Map<LocalFunction, number>();
    for (const next of eventsInTurn(queue, { cores, guests, coresOf: coresOfGroups(), servedAt })) {
      const { fn, group } = next;
      const idle = [...members].find((member) => member.fn === fn && member.state === 'idle' && member.worker.alive());
      if (idle === undefined) {
        lacking.set(fn, (lacking.get(fn) ?? 0) + 1);
      } else {
        queue = queue.filter((one) => one !== next);
        served += 1;
        servedAt.set(group, served);
        void run(idle, next);
      }
    }
    return lacking;
  };

  const pump = (): void => {
    if (stopped) return;
    for (const [fn, wanted] of assign()) {
      // Starting is work for a core. A burst of short events is often done by the first processes that come up.
      const starting = count((member) => member.fn === fn && member.state === 'starting');
      const free = cores - count(({ state }) => state === 'starting');
      for (let more = Math.min(wanted - starting, free); more > 0; more -= 1) start(fn);
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
      const waiting: Waiting = { fn, cpuBound: fn.cpuBound, group: hooks?.group, event, hooks, result };
      queue.push(waiting);
      pump();
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
      for (const { fn, worker } of members) {
        const pids = byName[fn.name] ?? [];
        if (worker.pid !== undefined) pids.push(worker.pid);
        byName[fn.name] = pids;
      }
      return byName;
    },
  };
}
