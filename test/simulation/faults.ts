/** How a port call may go wrong. What kind of call it is decides which faults it can have. */
export type CallKind =
  /** A strongly consistent read. */
  | 'read'
  /** A query of an index, which may be behind. */
  | 'index'
  /** A conditional write of one item: when it is repeated after a lost answer, its own first run may refuse it. */
  | 'write'
  /** A transaction, or a write without a condition: repeated, it has the same outcome. */
  | 'transaction'
  /** A message to a queue. */
  | 'send'
  /** Work of this machine: drawing, encoding, speech. */
  | 'work'
  /** A request to a receiver. */
  | 'post';

export const FAULTS = [
  'crash_before',
  'crash_after',
  'frozen_before',
  'frozen_after',
  'refused',
  'answer_lost',
  'repeated',
  'stale',
  'message_lost',
  'message_late',
  'message_doubled',
  'work_failed',
] as const;
export type Fault = (typeof FAULTS)[number];

const ANY: readonly Fault[] = ['crash_before', 'crash_after', 'frozen_before', 'frozen_after'];
const POSSIBLE: Readonly<Record<CallKind, readonly Fault[]>> = {
  read: [...ANY, 'refused'],
  index: [...ANY, 'refused', 'stale', 'stale'],
  write: [...ANY, 'refused', 'answer_lost', 'repeated'],
  transaction: [...ANY, 'refused', 'answer_lost', 'repeated'],
  send: [...ANY, 'refused', 'answer_lost', 'message_lost', 'message_late', 'message_doubled'],
  work: [...ANY, 'work_failed'],
  post: [...ANY, 'answer_lost'],
};

/** Few calls are of these kinds: they go wrong more often, so that each of their faults is met. */
const RARE: Partial<Record<CallKind, number>> = { send: 4, index: 6, work: 2, post: 2 };

/** How rough a schedule is. */
export interface Temper {
  /** The share of port calls that go wrong, 0–1, while `faults` last. */
  rate: number;
  /** At most this many faults. */
  faults: number;
  /** How far the clocks of processes are off, in ms. */
  skews: readonly number[];
  /** The share of calls that take long, 0–1; and that of drawing, encoding and speech, which may be slow also in calm. */
  slow: number;
  slowWork: number;
  /** The number of the call, from 1, at which the process is killed: then nothing else goes wrong. */
  killsAt?: number;
  /** Virtual ms after which a new version is deployed; undefined: none is. */
  deployAfter: number | undefined;
  /** Virtual ms after the deploy until it is taken back; undefined: it stays. */
  rollbackAfter: number | undefined;
}

const MINUTE = 60_000;

/** Calls of a whole schedule, nearly always. */
const MOST_CALLS = 400;

/**
 * What a schedule meets, from its seed. One in eight meets nothing at all: then everything must simply work. One in six has
 * one crash, at any of its calls alike: so each await is a place to die at.
 * @param roughness times as many calls go wrong
 */
export function temperOf(random: () => number, roughness = 1): Temper {
  const kind = random();
  const isCalm = kind < 1 / 8;
  const killsAt = kind > 5 / 6 ? 1 + Math.floor((random() * MOST_CALLS) / roughness) : undefined;
  const slow = isCalm ? 0 : random() * random() * 0.2;
  const hasSkew = random() < 0.3;
  const hasDeploy = random() < 0.3;
  const deploy = random() * MINUTE;
  return {
    rate: isCalm ? 0 : roughness * ([0.005, 0.02, 0.06, 0.15][Math.floor(random() * 4)] ?? 0),
    faults: isCalm ? 0 : killsAt === undefined ? 1 + Math.floor(random() * random() * 12) : 1,
    ...(killsAt === undefined ? {} : { killsAt }),
    skews: !isCalm && hasSkew ? [0, (random() - 0.5) * MINUTE, (random() - 0.5) * MINUTE] : [0],
    slow,
    slowWork: isCalm && random() < 0.5 ? 0.3 : slow,
    deployAfter: hasDeploy ? deploy : undefined,
    rollbackAfter: hasDeploy && random() < 0.3 ? random() * 2 * MINUTE : undefined,
  };
}

/** Hands out the faults of a schedule. */
export class FaultSource {
  /** What went wrong, by kind. */
  readonly met: Partial<Record<Fault, number>> = {};
  /** The calls that were made, and where something went wrong, as `fault call`. */
  calls = 0;
  readonly places: string[] = [];
  readonly #seen: Set<string>;
  readonly #temper: Temper;
  readonly #random: () => number;
  #left: number;

  /** @param seen gets the name of every call */
  constructor(temper: Temper, random: () => number, seen = new Set<string>()) {
    this.#seen = seen;
    this.#temper = temper;
    this.#random = random;
    this.#left = temper.faults;
  }

  /** Whether nothing can have gone wrong but what every schedule meets. */
  get isCalm(): boolean {
    return this.#temper.faults === 0;
  }

  /** @param what names the call */
  next(kind: CallKind, what: string): Fault | undefined {
    this.calls += 1;
    const [name = what] = what.split(' ', 1);
    this.#seen.add(name);
    if (this.#left === 0) return undefined;
    const fault = this.#temper.killsAt === undefined ? this.#drawn(kind) : this.#aimed(this.#temper.killsAt);
    if (fault === undefined) return undefined;
    this.#left -= 1;
    this.met[fault] = (this.met[fault] ?? 0) + 1;
    this.places.push(`${fault} ${name}`);
    return fault;
  }

  #drawn(kind: CallKind): Fault | undefined {
    if (this.#random() >= this.#temper.rate * (RARE[kind] ?? 1)) return undefined;
    const possible = POSSIBLE[kind];
    return possible[Math.floor(this.#random() * possible.length)];
  }

  #aimed(killsAt: number): Fault | undefined {
    if (this.calls !== killsAt) return undefined;
    return this.#random() < 0.5 ? 'crash_before' : 'crash_after';
  }

  /** For how long a call is under way, in virtual ms. */
  latency(kind: CallKind): number {
    const usual = kind === 'work' ? 100 + this.#random() * 2900 : 1 + this.#random() * 19;
    const isWork = kind === 'work';
    if (this.#random() >= (isWork ? this.#temper.slowWork : this.#temper.slow)) return usual;
    return isWork ? usual + this.#random() * 40_000 : usual + this.#random() * this.#random() * 20_000;
  }

  /** For how long a frozen process stands still, in virtual ms: often longer than a lease. */
  freeze(): number {
    return 1000 + this.#random() * 89_000;
  }
}
