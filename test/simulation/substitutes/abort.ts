/**
 * Instead of the signals of this machine: the same behaviour as far as lib uses it, at a tenth of the cost, and time limits
 * that are virtual.
 */

/** Does something after some virtual milliseconds. */
export type After = (ms: number, act: () => void) => void;
let after: After = () => undefined;

/** Starts the time limits of a schedule. */
export function seedTimeLimits(schedule: After): void {
  after = schedule;
}

type Listener = () => void;

class VirtualSignal {
  aborted = false;
  reason: unknown;
  #listeners: Listener[] = [];

  addEventListener(_type: 'abort', listener: Listener): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: Listener): void {
    this.#listeners = this.#listeners.filter((one) => one !== listener);
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  /** Aborts it; a second reason is ignored. */
  end(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason ?? new Error('This operation was aborted');
    for (const listener of this.#listeners.splice(0)) listener();
  }

  static any(signals: readonly VirtualSignal[]): VirtualSignal {
    const all = new VirtualSignal();
    for (const signal of signals) {
      if (signal.aborted) all.end(signal.reason);
      else signal.addEventListener('abort', () => all.end(signal.reason));
    }
    return all;
  }

  static abort(reason?: unknown): VirtualSignal {
    const signal = new VirtualSignal();
    signal.end(reason);
    return signal;
  }

  static timeout(ms: number): VirtualSignal {
    const signal = new VirtualSignal();
    after(ms, () => signal.end(new Error('The operation was aborted due to timeout')));
    return signal;
  }
}

class VirtualController {
  readonly signal = new VirtualSignal();

  abort(reason?: unknown): void {
    this.signal.end(reason);
  }
}

/** Puts them in the place of the global ones. */
export function replaceSignals(): void {
  Object.assign(globalThis, { AbortSignal: VirtualSignal, AbortController: VirtualController });
}
