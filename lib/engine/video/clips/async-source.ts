/**
 * A source whose items can be read again from the start until `release` is called; until then it keeps the items that it gave. It lets
 * another encoder replace one that fails at its first output, without a whole video in memory.
 */
export class ReplayableSource<T> {
  readonly #source: AsyncIterator<T>;
  readonly #kept: T[] = [];
  #canRestart = true;
  #taking: Promise<boolean> | undefined;

  constructor(source: AsyncIterable<T>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** True until `release`. */
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
   * Reads the next item, if it is not being read already: an item that an abandoned reader waited for must not be lost for the next one.
   * @returns false at the end of the source
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
    // A source can be closed only when it has given the item that it waits for. An abort does not wait for that.
    const closed = isDone ? undefined : Promise.resolve(source.return?.()).catch(() => undefined);
    if (!signal?.aborted) await closed;
  }
}
