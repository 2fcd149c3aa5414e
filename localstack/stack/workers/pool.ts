import type { StackLog } from '#emulators/host/stack-log.ts';
import { errorMessageOf } from '#kernel/shared/error-message.ts';
import type { InvocationOptions, InvokeFunction, LocalFunction, WaitForEventCapacity } from '../events/types.ts';
import { waitUnlessAborted } from '../events/wait-unless-aborted.ts';
import { type WaitingEvent, yieldStartableEventsFairly } from './events-in-turn.ts';
import { InvocationError, startWorkerProcess, type WorkerProcess } from './worker-process.ts';

/** Options of `createWorkerPool`. */
export interface WorkerPoolOptions {
  functions: readonly LocalFunction[];
  /** The largest number of invocations of all `cpuBound` functions at the same time. */
  cores: number;
  /**
   * Number of additional events that may run, so that a group with little work need not wait for the work of others. They are events of a
   * group without a running event, or of one whose events could all run at the same time if it had all cores. 0 by default.
   */
  extraEvents?: number | undefined;
  /** Number of events of `cpuBound` functions that may wait here for a core, while groups take turns. 0 by default. */
  waiting?: number | undefined;
  /** The environment of the processes, to which the function and Lambda add variables. Nothing else is inherited. */
  baseEnvironment: Readonly<Record<string, string>>;
  /** A folder in which each process has a folder for its temporary files, which is removed with it. By default they use that of the system. */
  temporaryDir?: string | undefined;
  log: StackLog;
  /** Called at the end of each invocation. */
  ended?: ((invocation: EndedInvocation) => void) | undefined;
  /** Path of the Node that runs the workers (24 or later); by default the one that runs this process. */
  nodePath?: string | undefined;
  /** Milliseconds after which an unused process is ended; a minute by default. */
  idleMs?: number | undefined;
  /**
   * The same for the process of a host; 5,000 by default. Its events come together, once a minute, so it would be unused for nearly a
   * minute, but never for a whole one.
   */
  hostIdleMs?: number | undefined;
  /**
   * Milliseconds that an event waits for the process of a host before another process is started for it; 5,000 by default. One process
   * usually needs less time for all events of a minute.
   */
  patienceMs?: number | undefined;
  /** Milliseconds that stop() waits for running invocations; 3,000 by default. */
  stopGraceMs?: number | undefined;
}

/** An invocation that has ended. */
export interface EndedInvocation {
  /** The function. */
  name: string;
  isFailed: boolean;
  seconds: number;
}

/** Numbers of processes, and of events that wait for one. */
export interface WorkerPoolCounts {
  starting: number;
  idle: number;
  busy: number;
  waiting: number;
}

/** A pool of processes that run functions. */
export interface WorkerPool {
  invoke: InvokeFunction;
  /** For event sources: waits until one more event of the function can run or wait. */
  whenReady: WaitForEventCapacity;
  /** Starts one process of each function. @throws InvocationError if one does not load */
  prewarm(names: readonly string[]): Promise<void>;
  /** Ends all processes and their children. Waiting events are rejected at once, running ones after the grace period. */
  stop(): Promise<void>;
  /** The ids of all processes, by function or by host. */
  pids(): Record<string, number[]>;
  counts(): WorkerPoolCounts;
}

/** An invocation that waits for a process. */
interface WaitingInvocation extends WaitingEvent {
  fn: LocalFunction;
  event: unknown;
  hooks: InvocationOptions | undefined;
  result: PromiseWithResolvers<unknown>;
  /** True after `patienceMs`. A timer sets it, which may end before the clock shows its time. */
  isOverdue: boolean;
}

/** A process of the pool. */
interface PoolMember {
  host: string;
  /** The function of the current or last event; before any event, the function that it was started for. */
  fn: LocalFunction;
  worker: WorkerProcess;
  state: 'starting' | 'idle' | 'busy';
  /** Group that its event belongs to. */
  group?: string | undefined;
  retirement?: NodeJS.Timeout | undefined;
}

const hostOf = ({ host, name }: LocalFunction): string => host ?? name;

/** The options with their defaults. */
type Settings = WorkerPoolOptions &
  Record<'extraEvents' | 'waiting' | 'idleMs' | 'hostIdleMs' | 'patienceMs' | 'stopGraceMs', number> & {
    nodePath: string;
  };

/**
 * Makes a pool that runs functions as Lambda does: an invocation gets an idle process of its function, or a new one, for itself alone. If
 * a process ends, for whatever reason, only its current invocation fails.
 */
export const createWorkerPool = (options: WorkerPoolOptions): WorkerPool => new ProcessPool(options);

class ProcessPool implements WorkerPool {
  readonly #options: Settings;
  readonly #functions: ReadonlyMap<string, LocalFunction>;
  readonly #members = new Set<PoolMember>();
  #queue: WaitingInvocation[] = [];
  /** Functions that let waiting event sources continue. */
  #resumeSources: (() => void)[] = [];
  #isStopped = false;
  /** The value of #servedCount at the last event of each group that got a process. It ranks groups that keep no core busy. */
  readonly #servedAt = new Map<string | undefined, number>();
  #servedCount = 0;

  constructor(options: WorkerPoolOptions) {
    const { extraEvents = 0, waiting = 0, nodePath = process.execPath } = options;
    const { idleMs = 60_000, hostIdleMs = 5000, patienceMs = 5000, stopGraceMs = 3000 } = options;
    this.#options = { ...options, extraEvents, waiting, nodePath, idleMs, hostIdleMs, patienceMs, stopGraceMs };
    this.#functions = new Map(options.functions.map((fn) => [fn.name, fn]));
  }

  // Event sources and the stack call these without the pool as `this`, so they are functions and not methods.
  readonly invoke: InvokeFunction = async (name, event, hooks) => {
    if (this.#isStopped) throw new InvocationError('the worker pool is stopped');
    const fn = this.#find(name);
    const result = Promise.withResolvers<unknown>();
    const group = hooks?.group;
    const waitingInvocation: WaitingInvocation = {
      fn,
      cpuBound: fn.cpuBound,
      group,
      event,
      hooks,
      result,
      isOverdue: false,
    };
    this.#queue.push(waitingInvocation);
    this.#pump();
    if (fn.host !== undefined)
      setTimeout(() => this.#retryOverdue(waitingInvocation), this.#options.patienceMs).unref();
    return result.promise;
  };

  readonly whenReady: WaitForEventCapacity = (name, signal) =>
    new Promise((resolve) => {
      if (signal.aborted || !this.#find(name).cpuBound || this.#hasRoom()) return resolve();
      const resume = () => {
        signal.removeEventListener('abort', resume);
        resolve();
      };
      signal.addEventListener('abort', resume);
      this.#resumeSources.push(resume);
    });

  readonly prewarm = async (names: readonly string[]): Promise<void> => {
    const remainingFunctions = names.map((name) => this.#find(name));
    const startInTurn = async () => {
      for (let fn = remainingFunctions.shift(); fn !== undefined; fn = remainingFunctions.shift())
        await this.#start(fn).worker.ready;
    };
    await Promise.all(Array.from({ length: this.#options.cores }, startInTurn));
  };

  readonly stop = async (): Promise<void> => {
    this.#isStopped = true;
    for (const { result } of this.#queue) result.reject(new InvocationError('the worker pool is stopped'));
    this.#queue = [];
    const workers = [...this.#members].map(({ worker }) => worker);
    for (const worker of workers) worker.terminate();
    const graceEnd = new AbortController();
    const allGone = Promise.all(workers.map((worker) => worker.gone)).finally(() => graceEnd.abort());
    await waitUnlessAborted(this.#options.stopGraceMs, graceEnd.signal);
    for (const worker of workers) worker.kill('the worker pool is stopped');
    await allGone;
  };

  readonly pids = (): Record<string, number[]> => {
    const byName: Record<string, number[]> = {};
    for (const { host, worker } of this.#members) {
      const pids = byName[host] ?? [];
      if (worker.pid !== undefined) pids.push(worker.pid);
      byName[host] = pids;
    }
    return byName;
  };

  readonly counts = (): WorkerPoolCounts => {
    const inState = (wantedState: PoolMember['state']) => this.#count(({ state }) => state === wantedState);
    return { starting: inState('starting'), idle: inState('idle'), busy: inState('busy'), waiting: this.#queue.length };
  };

  #find(name: string): LocalFunction {
    const fn = this.#functions.get(name);
    if (fn === undefined) throw new InvocationError(`the worker pool has no function ${name}`);
    return fn;
  }

  #count(matches: (member: PoolMember) => boolean): number {
    return [...this.#members].filter(matches).length;
  }

  /** Reports whether one more event can run or wait. */
  #hasRoom(): boolean {
    const { cores, waiting: maxWaiting } = this.#options;
    const freeCores = cores - this.#count(({ fn, state }) => fn.cpuBound && state === 'busy');
    return freeCores + maxWaiting > this.#queue.filter(({ fn }) => fn.cpuBound).length;
  }

  /** Gives waiting events to idle processes, starts processes for the others, and lets event sources continue, as far as there is room. */
  #pump(): void {
    if (this.#isStopped) return;
    for (const [host, invocations] of this.#assign()) this.#startFor(host, invocations);
    if (!this.#hasRoom()) return;
    const resumeFunctions = this.#resumeSources;
    this.#resumeSources = [];
    for (const resolve of resumeFunctions) resolve();
  }

  /** Gives waiting events to idle processes, in turn. @returns the events without a process, by host */
  #assign(): Map<string, WaitingInvocation[]> {
    const { cores, extraEvents } = this.#options;
    const unassignedByHost = new Map<string, WaitingInvocation[]>();
    const rules = { cores, extraEvents, coresOf: this.#coresOfGroups(), servedAt: this.#servedAt };
    for (const nextInvocation of yieldStartableEventsFairly(this.#queue, rules)) {
      const host = hostOf(nextInvocation.fn);
      const idleMember = [...this.#members].find(
        (one) => one.host === host && one.state === 'idle' && one.worker.alive(),
      );
      if (idleMember === undefined) {
        const hostInvocations = unassignedByHost.get(host) ?? [];
        hostInvocations.push(nextInvocation);
        unassignedByHost.set(host, hostInvocations);
        continue;
      }
      this.#queue = this.#queue.filter((one) => one !== nextInvocation);
      this.#servedCount += 1;
      this.#servedAt.set(nextInvocation.group, this.#servedCount);
      void this.#run(idleMember, nextInvocation);
    }
    return unassignedByHost;
  }

  /** Number of cores that each group keeps busy. */
  #coresOfGroups(): Map<string | undefined, number> {
    const coresByGroup = new Map<string | undefined, number>();
    for (const { fn, state, group } of this.#members)
      if (fn.cpuBound && state === 'busy') coresByGroup.set(group, (coresByGroup.get(group) ?? 0) + 1);
    return coresByGroup;
  }

  /** Starts processes for events without one. A start keeps a core busy, so at most one for each core runs at a time. */
  #startFor(host: string, invocations: readonly WaitingInvocation[]): void {
    // The first processes that are ready often do all events of a short burst.
    const startingCount = this.#count((member) => member.host === host && member.state === 'starting');
    const freeCores = this.#options.cores - this.#count(({ state }) => state === 'starting');
    const needingInvocations = this.#needingProcess(host, invocations);
    for (const { fn } of needingInvocations.slice(
      0,
      Math.max(0, Math.min(needingInvocations.length - startingCount, freeCores)),
    ))
      this.#start(fn);
  }

  /**
   * Selects the waiting events of a host that need another process. If its processes belong to one function, all do. If functions
   * share them, the first event does if there is no process, and otherwise those that have waited for `patienceMs`.
   */
  #needingProcess(host: string, invocations: readonly WaitingInvocation[]): readonly WaitingInvocation[] {
    if (invocations.every(({ fn }) => fn.host === undefined)) return invocations;
    if (this.#count((member) => member.host === host) === 0) return invocations.slice(0, 1);
    return invocations.filter(({ isOverdue }) => isOverdue);
  }

  #retryOverdue(invocation: WaitingInvocation): void {
    invocation.isOverdue = true;
    this.#pump();
  }

  #start(fn: LocalFunction): PoolMember {
    const worker = startWorkerProcess(fn, this.#options);
    const member: PoolMember = { host: hostOf(fn), fn, worker, state: 'starting' };
    this.#members.add(member);
    worker.ready.then(
      () => {
        this.#becomeIdle(member);
        this.#pump();
      },
      (error) => this.#didNotStart(member, error),
    );
    void worker.gone.then(() => {
      clearTimeout(member.retirement);
      this.#members.delete(member);
      this.#pump();
    });
    return member;
  }

  /** Lets the event that has waited longest for the process fail with the reason, which endless retries would hide. */
  #didNotStart({ host, fn }: PoolMember, error: unknown): void {
    if (this.#isStopped) return;
    this.#options.log.error(`[${fn.name}] did not start: ${errorMessageOf(error)}`);
    const longestWaiting = this.#queue.find((waiting) => hostOf(waiting.fn) === host);
    this.#queue = this.#queue.filter((waiting) => waiting !== longestWaiting);
    longestWaiting?.result.reject(error);
  }

  async #run(member: PoolMember, { fn, group, event, hooks, result }: WaitingInvocation): Promise<void> {
    clearTimeout(member.retirement);
    member.state = 'busy';
    member.fn = fn;
    member.group = group;
    const startMs = performance.now();
    const reportEnd = (isFailed: boolean) =>
      this.#options.ended?.({ name: fn.name, isFailed, seconds: (performance.now() - startMs) / 1000 });
    try {
      await hooks?.started?.();
      result.resolve(await member.worker.run(fn, event));
      reportEnd(false);
    } catch (error) {
      reportEnd(true);
      const description = error instanceof Error ? error.stack : errorMessageOf(error);
      this.#options.log.error(`[${fn.name}] invocation failed: ${description}`);
      result.reject(error);
    }
    // A process that is ending keeps its core until it has ended.
    if (member.worker.alive()) this.#becomeIdle(member);
    this.#pump();
  }

  #becomeIdle(member: PoolMember): void {
    member.state = 'idle';
    const { idleMs, hostIdleMs } = this.#options;
    member.retirement = setTimeout(() => member.worker.terminate(), member.fn.host === undefined ? idleMs : hostIdleMs);
    member.retirement.unref();
  }
}
