/**
 * A source that can be started again, as long as `release` was not called: until then what it gave is kept. It lets an
 * encoding that fails at its first output be replaced by another, without holding a whole video in memory.
 */
export class Replayable<T> {
  readonly #source: AsyncIterator<T>;
  readonly #kept: T[] = [];
  #canRestart = true;
  #taking: Promise<boolean> | undefined;

  constructor(source: AsyncIterable<T>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  get canRestart(): boolean {
    return this.#canRestart;
  }

  /** From now on there is no starting again, and what was read is forgotten. */
  release(): void {
    this.#canRestart = false;
  }

  /** From the start. Only one of these may be in use at a time. @throws Error after `release` */
  async *items(): AsyncGenerator<T> {
    if (!this.#canRestart) throw new Error('the source was released and cannot start again');
    let at = 0;
    for (;;) {
      if (!this.#canRestart) {
        this.#kept.splice(0, at);
        at = 0;
      }
      if (at < this.#kept.length) yield this.#kept[at++] as T;
      else if (!(await this.#take())) return;
    }
  }

  /** Lets the source clean up behind itself. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  /** A reader that was left while it waited for an item must not lose that item for the next reader: both wait for it. */
  #take(): Promise<boolean> {
    this.#taking ??= this.#source
      .next()
      .then((next) => {
        if (!next.done) this.#kept.push(next.value);
        return !next.done;
      })
      .finally(() => {
        this.#taking = undefined;
      });
    return this.#taking;
  }
}

/** The items, until the signal is aborted: then its reason is thrown at once, even while an item is waited for. */
export async function* untilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  signal?.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  aborted.catch(() => undefined);
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const source = items[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (;;) {
      const next = await Promise.race([source.next(), aborted]);
      isDone = next.done === true;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    // A source that waits for something ends only after that; an abort must not.
    const closed = isDone ? undefined : Promise.resolve(source.return?.()).catch(() => undefined);
    if (!signal?.aborted) await closed;
  }
}
