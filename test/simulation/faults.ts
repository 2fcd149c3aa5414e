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

/** How rough a schedule is. */
export interface Temper {
  /** The share of port calls that go wrong, 0–1, while `faults` last. */
  rate: number;
  /** At most this many faults. */
  faults: number;
  /** How far the clocks of processes are off, in ms. */
  skews: readonly number[];
  /** The share of calls that take long, 0–1. */
  slow: number;
  /** Virtual ms after which a new version is deployed; undefined: none is. */
  deployAfter: number | undefined;
  /** Virtual ms after the deploy until it is taken back; undefined: it stays. */
  rollbackAfter: number | undefined;
}

const MINUTE = 60_000;

/** What a schedule meets, from its seed. One in eight meets nothing at all: then everything must simply work. */
export function temperOf(random: () => number): Temper {
  const isCalm = random() < 1 / 8;
  const hasSkew = random() < 0.3;
  const hasDeploy = random() < 0.3;
  const deploy = random() * MINUTE;
  return {
    rate: isCalm ? 0 : ([0.005, 0.02, 0.06, 0.15][Math.floor(random() * 4)] ?? 0),
    faults: isCalm ? 0 : 1 + Math.floor(random() * random() * 12),
    skews: !isCalm && hasSkew ? [0, (random() - 0.5) * MINUTE, (random() - 0.5) * MINUTE] : [0],
    slow: isCalm ? 0 : random() * random() * 0.2,
    deployAfter: hasDeploy ? deploy : undefined,
    rollbackAfter: hasDeploy && random() < 0.3 ? random() * 2 * MINUTE : undefined,
  };
}

/** Hands out the faults of a schedule. */
export class FaultSource {
  /** What went wrong, by kind. */
  readonly met: Partial<Record<Fault, number>> = {};
  readonly #temper: Temper;
  readonly #random: () => number;
  #left: number;

  constructor(temper: Temper, random: () => number) {
    this.#temper = temper;
    this.#random = random;
    this.#left = temper.faults;
  }

  /** Whether nothing can have gone wrong but what every schedule meets. */
  get isCalm(): boolean {
    return this.#temper.faults === 0;
  }

  next(kind: CallKind): Fault | undefined {
    if (this.#left === 0 || this.#random() >= this.#temper.rate) return undefined;
    const possible = POSSIBLE[kind];
    const fault = possible[Math.floor(this.#random() * possible.length)];
    if (fault === undefined) return undefined;
    this.#left -= 1;
    this.met[fault] = (this.met[fault] ?? 0) + 1;
    return fault;
  }

  /** For how long a call is under way, in virtual ms. */
  latency(kind: CallKind): number {
    const usual = kind === 'work' ? 100 + this.#random() * 2900 : 1 + this.#random() * 19;
    if (this.#random() >= this.#temper.slow) return usual;
    return kind === 'work' ? usual + this.#random() * 40_000 : usual + this.#random() * this.#random() * 20_000;
  }

  /** For how long a frozen process stands still, in virtual ms: often longer than a lease. */
  freeze(): number {
    return 1000 + this.#random() * 89_000;
  }
}
