import type { Surroundings } from './machine.ts';

/** How a receiver behaves. */
export interface ReceiverHabits {
  /** Virtual time, in ms, from which it is up. */
  upFrom: number;
  /** What it does before. */
  before: 500 | 410 | 'timeout';
  /** The longest time that it takes to answer, in ms. */
  slowness: number;
}

/** A request that a receiver answered with 200. */
export interface Acknowledged {
  url: string;
  event_id: string;
  event: string;
  at: number;
}

const TIMEOUT_MS = 15_000;

/** The receivers of the clients. */
export class ReceiverHosts {
  readonly habits = new Map<string, ReceiverHabits>();
  readonly acknowledged: Acknowledged[] = [];
  readonly #sim: Surroundings;

  constructor(sim: Surroundings) {
    this.#sim = sim;
  }

  /** The result of a request that starts now, and after how long. */
  meet(url: string): { answer: number | 'timeout'; ms: number } {
    const { scheduler, random } = this.#sim;
    const habits = this.habits.get(url);
    if (habits && scheduler.now < habits.upFrom)
      return { answer: habits.before, ms: habits.before === 'timeout' ? TIMEOUT_MS : random() * 100 };
    return { answer: 200, ms: random() * (habits?.slowness ?? 100) };
  }

  /** Gets a request. */
  take(url: string, event_id: string, body: string, answer: number): void {
    if (answer !== 200) return;
    const { event } = JSON.parse(body) as { event: string };
    this.acknowledged.push({ url, event_id, event, at: this.#sim.scheduler.now });
  }
}
