/**
 * A source whose items can be read again from the start until `release` is called; until then it keeps what it gave. So
 * an encoding that fails at its first output can be replaced by another without a whole video in memory.
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

  /** Forgets what was read. After this the source cannot start again. */
  release(): void {
    this.#canRestart = false;
  }

  /** All items, from the first. Only one of these generators may be in use at a time. @throws Error after `release` */
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

  /** Ends the source, which then releases its resources. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  /**
   * An item that an abandoned reader waited for must not be lost for the next reader: both wait for the same promise.
   */
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

/** The items of a source. An abort throws its reason at once, even while an item is awaited. */
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
    // A source that waits for something can end only afterwards. An abort does not wait for it.
    const closed = isDone ? undefined : Promise.resolve(source.return?.()).catch(() => undefined);
    if (!signal?.aborted) await closed;
  }
}
