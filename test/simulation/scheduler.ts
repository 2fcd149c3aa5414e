/** What happens next, as a queue by time: a binary heap. */
class Agenda {
  readonly #heap: { at: number; order: number; act: () => void }[] = [];
  #order = 0;

  get size(): number {
    return this.#heap.length;
  }

  get nextAt(): number {
    return this.#heap[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  add(at: number, act: () => void): void {
    const heap = this.#heap;
    const entry = { at, order: this.#order++, act };
    let place = heap.length;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = heap[above];
      if (!parent || parent.at < at || (parent.at === at && parent.order < entry.order)) break;
      heap[place] = parent;
      place = above;
    }
    heap[place] = entry;
  }

  take(): { at: number; act: () => void } | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || first === last) return first;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      const left = heap[below];
      if (!left) break;
      const right = heap[below + 1];
      let child = left;
      if (right && (right.at < left.at || (right.at === left.at && right.order < left.order))) {
        child = right;
        below += 1;
      }
      if (last.at < child.at || (last.at === child.at && last.order < child.order)) break;
      heap[place] = child;
      place = below;
    }
    heap[place] = last;
    return first;
  }
}

/**
 * Decides what happens when, in virtual time. All that a process awaits is an entry of the agenda: the time of each entry
 * comes from the seed, so the seed decides every interleaving. Between two entries all continuations run to their next
 * await; no timer of this machine takes part.
 */
export class Scheduler {
  /** Virtual time in ms since 1970. */
  now: number;
  steps = 0;
  readonly #agenda = new Agenda();

  constructor(now: number) {
    this.now = now;
  }

  /** Does something after some virtual milliseconds. */
  after(ms: number, act: () => void): void {
    this.#agenda.add(this.now + ms, act);
  }

  /** The virtual time of the next entry, in ms; infinity when there is none. */
  get nextAt(): number {
    return this.#agenda.nextAt;
  }

  /** Runs until nothing is left to do, `isOver` says so, or `maxSteps` were made. */
  run(isOver: () => boolean, maxSteps: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = (): void => {
        try {
          const next = isOver() || this.steps >= maxSteps ? undefined : this.#agenda.take();
          if (!next) {
            resolve();
            return;
          }
          this.steps += 1;
          this.now = Math.max(this.now, next.at);
          next.act();
          // A tick that is asked for by a microtask comes when no microtask is left: every continuation has run by then.
          queueMicrotask(tick);
        } catch (error) {
          reject(error as Error);
        }
      };
      const tick = (): void => process.nextTick(turn);
      tick();
    });
  }
}
