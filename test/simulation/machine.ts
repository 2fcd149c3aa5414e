import { DependencyUnavailableError } from '#kernel/shared/errors.ts';
import type { CallKind, FaultSource } from './faults.ts';
import type { Scheduler } from './scheduler.ts';
import { dropFiles } from './substitutes/files.ts';

/** What the processes of one schedule share. */
export interface Surroundings {
  scheduler: Scheduler;
  faults: FaultSource;
  random: () => number;
  /** Writes a line of the schedule's record; what is reported is only made when there is a record. */
  note?: ((line: string) => void) | undefined;
  /** The results of earlier queries of indexes, for those that come late. */
  earlier: Map<string, unknown[]>;
}

/** A call that was refused before it did anything, or whose answer was lost after it did. */
export class CallFailed extends Error {
  override name = 'CallFailed';
}

/**
 * One process that does one thing: a request, a message, a sweep. It has its own clock and a version of the program.
 * Each of its port calls waits for the scheduler. When it is killed none of its calls ever returns, which is all that a
 * killed process does.
 */
export class Machine {
  readonly name: string;
  readonly version: number;
  readonly sim: Surroundings;
  readonly #skew: number;
  #directories = 0;
  #isProcessAlive = true;
  #thawsAt = 0;
  #whenOver: (how: 'ended' | 'failed' | 'killed', error?: unknown) => void = () => undefined;

  /** Hands events that are committed to the stream. */
  readonly flush: () => void;
  readonly #count: (by: 1 | -1) => void;

  /** @param count is called when the process starts and when it has ended */
  constructor(
    sim: Surroundings,
    name: string,
    version: number,
    skew: number,
    { count, flush }: { count: (by: 1 | -1) => void; flush: () => void },
  ) {
    this.sim = sim;
    this.#count = count;
    this.flush = flush;
    this.name = name;
    this.version = version;
    this.#skew = skew;
  }

  readonly clock = (): Date => new Date(Math.floor(this.sim.scheduler.now + this.#skew));

  get directory(): string {
    return `/${this.name}/`;
  }

  /** Its own local directory, which goes with the process. */
  newDirectory(): string {
    return `${this.directory}${++this.#directories}`;
  }

  /** Whether it is there, frozen or not. */
  get isAlive(): boolean {
    return this.#isProcessAlive;
  }

  note(line: string): void {
    this.sim.note?.(`${this.name}${this.version > 1 ? ` v${this.version}` : ''}: ${line}`);
  }

  /**
   * Does what the process is for.
   * @param seconds after which the platform kills it
   */
  run(
    work: () => Promise<unknown>,
    seconds: number,
    whenOver: (how: 'ended' | 'failed' | 'killed', error?: unknown) => void,
  ): void {
    this.#whenOver = whenOver;
    this.#count(1);
    this.sim.scheduler.after(seconds * 1000, () => this.kill('its time was up'));
    work().then(
      () => this.#end('ended'),
      (error: unknown) => this.#end('failed', error),
    );
  }

  #end(how: 'ended' | 'failed' | 'killed', error?: unknown): void {
    if (!this.#isProcessAlive) return;
    this.#isProcessAlive = false;
    this.#count(-1);
    dropFiles(this.directory);
    if (this.sim.note && how === 'failed') this.note(`failed: ${String(error)}`);
    this.#whenOver(how, error);
  }

  /** Ends the process at once; its continuations are never called. */
  kill(why: string): void {
    if (!this.#isProcessAlive) return;
    if (this.sim.note) this.note(`killed: ${why}`);
    this.#end('killed');
  }

  #freeze(): void {
    const ms = this.sim.faults.freeze();
    if (this.sim.note) this.note(`frozen for ${Math.round(ms / 1000)} s`);
    this.#thawsAt = this.sim.scheduler.now + ms;
  }

  /** Calls back when the process is not frozen, unless it is killed meanwhile. */
  #whenAwake(act: () => void): void {
    if (!this.#isProcessAlive) return;
    const wait = this.#thawsAt - this.sim.scheduler.now;
    if (wait <= 0) act();
    else this.sim.scheduler.after(wait, () => this.#whenAwake(act));
  }

  /** Waits without doing anything. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.sim.scheduler.after(ms, () => this.#whenAwake(resolve)));
  }

  /** Repeats an action until it is stopped or the process has ended. */
  readonly every = (seconds: number, beat: () => Promise<void>): { stop(): void } => {
    let isStopped = false;
    const again = (): void => {
      this.sim.scheduler.after(seconds * 1000, () => {
        if (isStopped || !this.#isProcessAlive) return;
        this.#whenAwake(() => {
          if (isStopped) return;
          void beat();
          again();
        });
      });
    };
    again();
    return {
      stop: () => {
        isStopped = true;
      },
    };
  };

  /** One port call: it waits for its turn, meets the fault that the seed has for it, and takes effect at one moment. */
  call<Result>(
    kind: CallKind,
    what: string,
    act: () => Promise<Result>,
    { describe, signal, whenDoubled }: CallDetails = {},
  ): Promise<Result> {
    const { scheduler, faults } = this.sim;
    return new Promise<Result>((resolve, reject) => {
      const answer = (settle: () => void) => this.#whenAwake(settle);
      const settle = (run: Promise<Result>): void => {
        run.then(
          (result) => {
            if (this.sim.note) this.note(`${what}${describe?.() ?? ''}`);
            answer(() => resolve(result));
          },
          (error: unknown) => {
            if (this.sim.note) this.note(`${what}${describe?.() ?? ''} → ${String(error)}`);
            answer(() => reject(error as Error));
          },
        );
      };
      if (signal?.aborted) {
        reject(signal.reason as Error);
        return;
      }
      signal?.addEventListener('abort', () => answer(() => reject(signal.reason as Error)));
      const perform = (): void => {
        if (!this.#isProcessAlive || signal?.aborted) return;
        if (this.#thawsAt > scheduler.now && (kind === 'work' || this.sim.random() < 0.5)) {
          this.#whenAwake(perform);
          return;
        }
        const fault = faults.next(kind, what);
        if (fault !== undefined && this.sim.note) this.note(`✗ ${fault} at ${what}${describe?.() ?? ''}`);
        switch (fault) {
          case 'crash_before':
            this.kill('a crash');
            return;
          case 'crash_after':
            void act().catch(() => undefined);
            this.kill('a crash');
            return;
          case 'frozen_before':
            this.#freeze();
            this.#whenAwake(perform);
            return;
          case 'frozen_after':
            this.#freeze();
            settle(act());
            return;
          case 'refused':
            reject(new DependencyUnavailableError(`${what} was refused`));
            return;
          case 'work_failed':
            reject(new CallFailed(`${what} was refused`));
            return;
          case 'answer_lost':
            act().then(
              () => reject(new CallFailed(`the answer of ${what} was lost`)),
              () => reject(new CallFailed(`the answer of ${what} was lost`)),
            );
            return;
          case 'repeated':
            // A transaction has its own id: repeated, it is answered as the first time.
            if (kind === 'transaction') settle(act());
            else settle(act().then(act, act));
            return;
          case 'message_lost':
            resolve(undefined as Result);
            return;
          case 'message_late':
            scheduler.after(faults.freeze(), () => void act());
            resolve(undefined as Result);
            return;
          case 'message_doubled':
            scheduler.after(faults.freeze(), () => void act());
            whenDoubled?.();
            settle(act());
            return;
          case 'stale':
            settle(this.#late(what, act()));
            return;
          default:
            settle(kind === 'index' ? this.#remembered(what, act()) : act());
        }
      };
      scheduler.after(faults.latency(kind), perform);
    });
  }

  async #remembered<Result>(what: string, result: Promise<Result>): Promise<Result> {
    const found = await result;
    const earlier = this.sim.earlier.get(what) ?? [];
    this.sim.earlier.set(what, [...earlier.slice(-2), found]);
    return found;
  }

  /** The result of an earlier query; without one, the result without some of its entries. */
  async #late<Result>(what: string, result: Promise<Result>): Promise<Result> {
    const found = (await result) as { entries?: unknown[] };
    const earlier = this.sim.earlier.get(what) ?? [];
    const old = earlier[Math.floor(this.sim.random() * earlier.length)];
    const entries = found.entries?.filter(() => this.sim.random() < 0.5);
    return (old ?? { ...found, ...(entries ? { entries } : {}) }) as Result;
  }
}

interface CallDetails {
  /** What the record says besides. */
  describe?: (() => string) | undefined;
  /** Ends the call at once. */
  signal?: AbortSignal | undefined;
  whenDoubled?: (() => void) | undefined;
}

type Port = object;
type Method = (...args: unknown[]) => Promise<unknown>;
/** What kind of call each method of a port is. */
export type Kinds<Store extends Port> = {
  readonly [Name in keyof Store as Store[Name] extends (...args: never[]) => unknown ? Name : never]: CallKind;
};

class PortOfMachine {
  readonly machine: Machine;
  readonly store: Readonly<Record<string, Method>>;

  constructor(machine: Machine, store: Port) {
    this.machine = machine;
    this.store = store as Readonly<Record<string, Method>>;
  }
}
const classes = new Map<string, typeof PortOfMachine>();

function classOf(name: string, kinds: Readonly<Record<string, CallKind>>): typeof PortOfMachine {
  class NamedPort extends PortOfMachine {}
  for (const [method, kind] of Object.entries(kinds)) {
    const what = `${name}.${method}`;
    const call = function (this: PortOfMachine, ...args: unknown[]) {
      const { machine, store } = this;
      const details = machine.sim.note ? { describe: () => ` ${told(args)}` } : {};
      return machine.call(kind, what, async () => store[method]?.(...args), details);
    };
    Object.defineProperty(NamedPort.prototype, method, { value: call, enumerable: true, writable: true });
  }
  return NamedPort;
}

/**
 * Makes a port of which every call is a call of a process. The methods of all processes are the same: only the process
 * differs.
 * @param name no two kinds of ports have the same
 */
export function portOf<Store extends Port>(
  name: string,
  store: Store,
  kinds: Kinds<Store>,
): (machine: Machine) => Store {
  const NamedPort = classes.get(name) ?? classOf(name, kinds as Readonly<Record<string, CallKind>>);
  classes.set(name, NamedPort);
  return (machine) => new NamedPort(machine, store) as unknown as Store;
}

const MOST_TOLD = 160;
const told = (args: readonly unknown[]): string =>
  args
    .map((arg) => (arg instanceof Uint8Array ? `${arg.length} bytes` : JSON.stringify(arg, shortened)))
    .join(', ')
    .slice(0, MOST_TOLD);
const SHOWN = [
  'id',
  'kind',
  'index',
  'status',
  'state',
  'attempt',
  'token',
  'render_id',
  'task',
  'event',
  'delivery_id',
];
function shortened(this: unknown, name: string, value: unknown): unknown {
  if (name === '' || Array.isArray(this) || SHOWN.includes(name)) return value;
  return typeof value === 'object' ? undefined : value;
}
