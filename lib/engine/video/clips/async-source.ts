/**
 * A source whose items can be read again from the start until `release` is called; until then it keeps all items that were read. It lets
 * another encoder replace one that fails at its first output, without a whole video in memory.
 */
export class ReplayableSource<T> {
  readonly #source: AsyncIterator<T>;
  readonly #keptItems: T[] = [];
  #canRestart = true;
  #pendingItem: Promise<boolean> | undefined;

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
    let position = 0;
    for (;;) {
      if (!this.#canRestart) {
        this.#keptItems.splice(0, position);
        position = 0;
      }
      if (position < this.#keptItems.length) yield this.#keptItems[position++] as T;
      else if (!(await this.#readNext())) return;
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
  #readNext(): Promise<boolean> {
    this.#pendingItem ??= this.#source
      .next()
      .then((result) => {
        if (!result.done) this.#keptItems.push(result.value);
        return !result.done;
      })
      .finally(() => {
        this.#pendingItem = undefined;
      });
    return this.#pendingItem;
  }
}

/** The items of a source. An abort throws its reason at once, even while an item is awaited. */
export async function* iterateUntilAborted<T>(
  items: AsyncIterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  signal?.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  aborted.catch(() => undefined);
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const source = items[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (;;) {
      const result = await Promise.race([source.next(), aborted]);
      isDone = result.done === true;
      if (result.done) return;
      yield result.value;
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    // A source can be closed only when it has given the item that it waits for. An abort does not wait for that.
    const closing = isDone ? undefined : Promise.resolve(source.return?.()).catch(() => undefined);
    if (!signal?.aborted) await closing;
  }
}
