/** Uploads that run in the background while the work continues. */
export class BackgroundUploads {
  readonly #uploads: Promise<unknown>[] = [];

  /** Adds a running upload. Its failure is reported by `done`. */
  add(upload: Promise<unknown>): void {
    this.#uploads.push(upload);
    upload.catch(() => undefined);
  }

  /** Waits until all uploads have succeeded. @throws the first failure */
  async done(): Promise<void> {
    await Promise.all(this.#uploads);
  }

  /** Waits until all uploads have ended, successful or not. After that their files may be deleted. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#uploads);
  }
}
