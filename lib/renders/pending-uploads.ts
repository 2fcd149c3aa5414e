/** Artifacts on their way into the cache while the work goes on. */
export class PendingUploads {
  readonly #runs: Promise<unknown>[] = [];

  /** A failure shows only in `done`. */
  add(run: Promise<unknown>): void {
    this.#runs.push(run);
    run.catch(() => undefined);
  }

  /** @throws the first failure */
  async done(): Promise<void> {
    await Promise.all(this.#runs);
  }

  /** Resolves when all have ended, well or not: then the files that they read may go. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#runs);
  }
}
