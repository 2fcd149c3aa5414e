import { type FileHandle, open } from 'node:fs/promises';

/** A file ends before the requested bytes. */
export class FileEndError extends Error {
  override name = 'FileEndError';
}

const WINDOW_BYTES = 2 ** 18;

/** Reads short ranges that lie close to one another. One system call serves many of them. */
export class FileReader implements AsyncDisposable {
  readonly #file: FileHandle;
  #window: Buffer = Buffer.alloc(0);
  #start = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(path: string): Promise<FileReader> {
    return new FileReader(await open(path, 'r'));
  }

  /** The bytes of a range, as a view that later reads do not change. @throws FileEndError */
  async read(position: number, length: number): Promise<Buffer> {
    const at = position - this.#start;
    if (at >= 0 && at + length <= this.#window.length) return this.#window.subarray(at, at + length);
    const window = Buffer.allocUnsafe(Math.max(length, WINDOW_BYTES));
    let have = 0;
    while (have < window.length) {
      const { bytesRead } = await this.#file.read(window, have, window.length - have, position + have);
      if (bytesRead === 0) break;
      have += bytesRead;
    }
    if (have < length) throw new FileEndError(`the file ends before byte ${position + length}`);
    this.#window = window.subarray(0, have);
    this.#start = position;
    return this.#window.subarray(0, length);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file.close();
  }
}
