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
