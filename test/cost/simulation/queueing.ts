/** Discrete-event simulation of renders over pools of workers. Pure: the same input gives the same output. */

/** One piece of work for a pool. */
export interface SimulatedTask {
  pool: string;
  /** From its beginning on a worker to its end. */
  seconds: number;
}

/** What one render does: stages one after another, the tasks of a stage side by side. */
export type SimulatedRender = readonly (readonly SimulatedTask[])[];

/** A call to start something, which a bucket of tokens lets through or turns away. */
export interface Throttle {
  /** Tokens a second, and at most. */
  rate: number;
  burst: number;
}

/** What bounds the work. */
export interface Limits {
  /** How many tasks of a pool run at once. */
  pools: Readonly<Record<string, number>>;
  /** How many tasks of all pools run at once: the concurrency of the AWS account. */
  account: number;
  /** The requests that create renders; a client that is turned away asks again after `retrySeconds`. */
  creation?: Throttle & { retrySeconds: number };
}

/** How a run went. */
export interface Outcome {
  /** Seconds from the first request to the end of each render that ended, ascending. */
  latencies: number[];
  /** How many renders had not ended when the time was over. */
  unfinished: number;
  /** By pool: the seconds that tasks waited together for a slot of the pool, and for one of the account. */
  waits: Record<string, { pool: number; account: number; tasks: number; busySeconds: number; most: number }>;
  /** The most tasks that ran at once. */
  most: number;
  /** Requests that were turned away. */
  turnedAway: number;
}

interface Waiting {
  render: number;
  seconds: number;
  since: number;
}

/** A heap of events by time; of two at one time the one that was added first comes first. */
class EventQueue<T> {
  readonly #heap: { at: number; order: number; event: T }[] = [];
  #added = 0;

  get isEmpty(): boolean {
    return this.#heap.length === 0;
  }

  #isBefore(a: number, b: number): boolean {
    const [one, other] = [this.#heap[a], this.#heap[b]];
    if (!one || !other) return false;
    return one.at < other.at || (one.at === other.at && one.order < other.order);
  }

  #swap(a: number, b: number): void {
    const [one, other] = [this.#heap[a], this.#heap[b]];
    if (one && other) [this.#heap[a], this.#heap[b]] = [other, one];
  }

  add(at: number, event: T): void {
    this.#heap.push({ at, order: this.#added++, event });
    for (let child = this.#heap.length - 1; child > 0; ) {
      const parent = (child - 1) >> 1;
      if (!this.#isBefore(child, parent)) break;
      this.#swap(child, parent);
      child = parent;
    }
  }

  next(): { at: number; event: T } | undefined {
    const [first] = this.#heap;
    const last = this.#heap.pop();
    if (first && last && first !== last) {
      this.#heap[0] = last;
      for (let parent = 0; ; ) {
        const [left, right] = [2 * parent + 1, 2 * parent + 2];
        const least = this.#isBefore(right, left) ? right : left;
        if (!this.#isBefore(least, parent)) break;
        this.#swap(parent, least);
        parent = least;
      }
    }
    return first;
  }
}

/** A line of what waits, first come first served, without moving what is left. */
class Line<T> {
  #items: T[] = [];
  #first = 0;

  get length(): number {
    return this.#items.length - this.#first;
  }

  add(item: T): void {
    this.#items.push(item);
  }

  get head(): T | undefined {
    return this.#items[this.#first];
  }

  take(): T | undefined {
    const item = this.#items[this.#first];
    this.#first += 1;
    if (this.#first > 1000 && this.#first * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }
}

type Event = { kind: 'arrival'; render: number; first: number } | { kind: 'end'; render: number; pool: string };

/**
 * Runs renders over pools of workers. A task starts when its pool and the account have a free slot; of the pools with both, the one
 * whose first task has waited longest is served first.
 * @param arrivals when each render is asked for, in seconds, ascending
 * @param renders what each of them does
 * @param until when the run ends, in seconds; what has not ended by then is unfinished
 * @throws RangeError for a task of a pool without slots
 */
export function simulate(
  arrivals: readonly number[],
  renders: (index: number) => SimulatedRender,
  { pools, account, creation }: Limits,
  until = Number.POSITIVE_INFINITY,
): Outcome {
  const events = new EventQueue<Event>();
  const lines = new Map(Object.keys(pools).map((pool) => [pool, new Line<Waiting>()]));
  const running = new Map(Object.keys(pools).map((pool) => [pool, 0]));
  const waits: Outcome['waits'] = Object.fromEntries(
    Object.keys(pools).map((pool) => [pool, { pool: 0, account: 0, tasks: 0, busySeconds: 0, most: 0 }]),
  );
  const live = new Map<number, { first: number; plan: SimulatedRender; stage: number; left: number }>();
  const latencies: number[] = [];
  let [all, most, turnedAway, ended] = [0, 0, 0, 0];
  let [tokens, filledAt] = [creation?.burst ?? 0, 0];

  const beginStage = (render: number, now: number): void => {
    const state = live.get(render);
    if (!state) return;
    const tasks = state.plan[state.stage];
    if (tasks === undefined) {
      live.delete(render);
      ended += 1;
      latencies.push(now - state.first);
      return;
    }
    state.left = tasks.length;
    for (const { pool, seconds } of tasks) {
      const line = lines.get(pool);
      if (!line || !(pools[pool] ?? 0)) throw new RangeError(`no worker does the tasks of ${pool}`);
      line.add({ render, seconds, since: now });
    }
  };

  /** Starts all tasks that can start. */
  const serve = (now: number): void => {
    while (all < account) {
      let best: { pool: string; line: Line<Waiting>; since: number } | undefined;
      for (const [pool, line] of lines) {
        const { head } = line;
        if (
          head &&
          (running.get(pool) ?? 0) < (pools[pool] ?? 0) &&
          head.since < (best?.since ?? Number.POSITIVE_INFINITY)
        )
          best = { pool, line, since: head.since };
      }
      const task = best?.line.take();
      if (!best || !task) return;
      const wait = waits[best.pool];
      if (!wait) return;
      const isFull = (running.get(best.pool) ?? 0) + 1 >= (pools[best.pool] ?? 0);
      // What held it up: its pool if that was full until now, else the account.
      wait[isFull ? 'pool' : 'account'] += now - task.since;
      wait.tasks += 1;
      wait.busySeconds += task.seconds;
      running.set(best.pool, (running.get(best.pool) ?? 0) + 1);
      wait.most = Math.max(wait.most, running.get(best.pool) ?? 0);
      all += 1;
      most = Math.max(most, all);
      events.add(now + task.seconds, { kind: 'end', render: task.render, pool: best.pool });
    }
  };

  /** Whether the throttle lets a request through. */
  const isLetThrough = (now: number): boolean => {
    if (!creation) return true;
    tokens = Math.min(creation.burst, tokens + (now - filledAt) * creation.rate);
    filledAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };

  for (const [render, at] of arrivals.entries()) events.add(at, { kind: 'arrival', render, first: at });
  for (let next = events.next(); next && next.at <= until; next = events.next()) {
    const { at: now, event } = next;
    if (event.kind === 'arrival') {
      if (isLetThrough(now)) {
        live.set(event.render, { first: event.first, plan: renders(event.render), stage: 0, left: 0 });
        beginStage(event.render, now);
      } else {
        turnedAway += 1;
        events.add(now + (creation?.retrySeconds ?? 0), event);
      }
    } else {
      running.set(event.pool, (running.get(event.pool) ?? 0) - 1);
      all -= 1;
      const state = live.get(event.render);
      if (state) {
        state.left -= 1;
        if (state.left === 0) {
          state.stage += 1;
          beginStage(event.render, now);
        }
      }
    }
    serve(now);
  }
  return { latencies: latencies.sort((a, b) => a - b), unfinished: arrivals.length - ended, waits, most, turnedAway };
}

/** A time until the next of events that come independently of one another, in seconds. @param mean in seconds */
export const exponential = (mean: number, random: () => number): number => -mean * Math.log(1 - random());

/** The times of events that come independently of one another (Poisson) until `seconds` have passed. */
export function poissonTimes(perHour: number, seconds: number, random: () => number): number[] {
  const times: number[] = [];
  const mean = 3600 / perHour;
  for (let at = exponential(mean, random); at < seconds; at += exponential(mean, random)) times.push(at);
  return times;
}

/** The value below which a share of sorted values lies (nearest rank); NaN of none. */
export const percentileOf = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
