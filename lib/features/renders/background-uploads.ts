/** Uploads that run in the background while the work continues. */
export class BackgroundUploads {
  readonly #runs: Promise<unknown>[] = [];

  /** Adds a running upload. Its failure is reported by `done`. */
  add(run: Promise<unknown>): void {
    this.#runs.push(run);
    run.catch(() => undefined);
  }

  /** Waits until all uploads have succeeded. @throws the first failure */
  async done(): Promise<void> {
    await Promise.all(this.#runs);
  }

  /** Waits until all uploads have ended, successful or not. After that their files may be deleted. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#runs);
  }
}
