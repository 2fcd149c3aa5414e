import { type FileHandle, open } from 'node:fs/promises';

/** A file ends before the requested bytes. */
export class UnexpectedFileEndError extends Error {
  override name = 'UnexpectedFileEndError';
}

const WINDOW_BYTES = 2 ** 18;

/** Reads short ranges that are close together: one system call reads 256 KiB, which contain many ranges. */
export class BufferedFileReader implements AsyncDisposable {
  readonly #file: FileHandle;
  readonly #reusesBuffer: boolean;
  #window: Buffer = Buffer.alloc(0);
  #start = 0;

  private constructor(file: FileHandle, reusesBuffer: boolean) {
    this.#file = file;
    this.#reusesBuffer = reusesBuffer;
  }

  /**
   * @param reusesBuffer true: each `read` may overwrite the bytes that the previous one returned, which saves memory if they are copied at once
   */
  static async open(path: string, { reusesBuffer = false } = {}): Promise<BufferedFileReader> {
    return new BufferedFileReader(await open(path, 'r'), reusesBuffer);
  }

  /** The bytes of a range, as a view. With `reusesBuffer`, the next `read` may change it. @throws UnexpectedFileEndError */
  async read(position: number, length: number): Promise<Buffer> {
    const at = position - this.#start;
    if (at >= 0 && at + length <= this.#window.length) return this.#window.subarray(at, at + length);
    const bytes = Math.max(length, WINDOW_BYTES);
    const before = Buffer.from(this.#window.buffer, this.#window.byteOffset);
    const window = this.#reusesBuffer && before.length >= bytes ? before : Buffer.allocUnsafe(bytes);
    this.#window = window.subarray(0, 0);
    let filled = 0;
    while (filled < window.length) {
      const { bytesRead } = await this.#file.read(window, filled, window.length - filled, position + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    if (filled < length) throw new UnexpectedFileEndError(`the file ends before byte ${position + length}`);
    this.#window = window.subarray(0, filled);
    this.#start = position;
    return this.#window.subarray(0, length);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file.close();
  }
}

// Frames of a still have about 20 bytes: one write for each would take longer than everything else.
const BLOCK_BYTES = 2 ** 20;

/** Writes a file from a position on, in large blocks. The bytes before that position can be written last. */
export class FileWriter implements AsyncDisposable {
  readonly #file: FileHandle;
  #block: Buffer = Buffer.allocUnsafe(BLOCK_BYTES);
  #used = 0;
  #full: Buffer[] = [];
  /** Written blocks, to be filled again. */
  readonly #spare: Buffer[] = [];
  #flushed: number;

  private constructor(file: FileHandle, position: number) {
    this.#file = file;
    this.#flushed = position;
  }

  /** An empty file, whose first `position` bytes are left for later. */
  static async create(path: string, position: number): Promise<FileWriter> {
    return new FileWriter(await open(path, 'w'), position);
  }

  /** The position of the next byte. */
  get position(): number {
    return this.#flushed + this.#full.length * BLOCK_BYTES + this.#used;
  }

  /** True if a block is full: call `flush` before the next `push`. */
  get hasFullBlock(): boolean {
    return this.#full.length > 0;
  }

  /** Adds a copy of the bytes. */
  push(bytes: Uint8Array): void {
    for (let taken = 0; taken < bytes.length; ) {
      const count = Math.min(bytes.length - taken, BLOCK_BYTES - this.#used);
      this.#block.set(taken === 0 && count === bytes.length ? bytes : bytes.subarray(taken, taken + count), this.#used);
      taken += count;
      this.#used += count;
      if (this.#used < BLOCK_BYTES) continue;
      this.#full.push(this.#block);
      this.#block = this.#spare.pop() ?? Buffer.allocUnsafe(BLOCK_BYTES);
      this.#used = 0;
    }
  }

  /** Writes all blocks, the unfinished one included. */
  async flush(): Promise<void> {
    for (const block of this.#full.splice(0)) {
      await this.writeAt(block, this.#flushed);
      this.#flushed += block.length;
      this.#spare.push(block);
    }
    await this.writeAt(this.#block.subarray(0, this.#used), this.#flushed);
    this.#flushed += this.#used;
    this.#used = 0;
  }

  /** Writes bytes at any position, past the blocks: for the bytes that were left free. */
  async writeAt(bytes: Uint8Array, position: number): Promise<void> {
    for (let written = 0; written < bytes.length; ) {
      const left = bytes.length - written;
      written += (await this.#file.write(bytes, written, left, position + written)).bytesWritten;
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file.close();
  }
}
