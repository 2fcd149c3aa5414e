import { type FileHandle, open } from 'node:fs/promises';

/** A file ends before the requested bytes. */
export class UnexpectedFileEndError extends Error {
  override name = 'UnexpectedFileEndError';
}

/** The bytes that one system call reads at least. */
const WINDOW_BYTES = 2 ** 18;

/** Reads short ranges that are close together: one system call reads 256 KiB, which contain many ranges. */
export class BufferedFileReader implements AsyncDisposable {
  readonly #file: FileHandle;
  readonly #reusesBuffer: boolean;
  #window: Buffer = Buffer.alloc(0);
  #windowPosition = 0;

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
    const windowOffset = position - this.#windowPosition;
    if (windowOffset >= 0 && windowOffset + length <= this.#window.length)
      return this.#window.subarray(windowOffset, windowOffset + length);
    const bytes = Math.max(length, WINDOW_BYTES);
    const previousBuffer = Buffer.from(this.#window.buffer, this.#window.byteOffset);
    const window = this.#reusesBuffer && previousBuffer.length >= bytes ? previousBuffer : Buffer.allocUnsafe(bytes);
    this.#window = window.subarray(0, 0);
    let filled = 0;
    while (filled < window.length) {
      const { bytesRead } = await this.#file.read(window, filled, window.length - filled, position + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    if (filled < length) throw new UnexpectedFileEndError(`the file ends before byte ${position + length}`);
    this.#window = window.subarray(0, filled);
    this.#windowPosition = position;
    return this.#window.subarray(0, length);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file.close();
  }
}

// Frames of a still have about 20 bytes: one write for each would take longer than everything else.
const BLOCK_BYTES = 2 ** 20;

/** Writes a file from a position on, in large blocks. The bytes before that position can be written last, with `writeAt`. */
export class FileWriter implements AsyncDisposable {
  readonly #file: FileHandle;
  #block: Buffer = Buffer.allocUnsafe(BLOCK_BYTES);
  #usedBytes = 0;
  #fullBlocks: Buffer[] = [];
  /** Written blocks, to be filled again. */
  readonly #spareBlocks: Buffer[] = [];
  #flushedPosition: number;

  private constructor(file: FileHandle, position: number) {
    this.#file = file;
    this.#flushedPosition = position;
  }

  /** An empty file, whose first `position` bytes are left for later. */
  static async create(path: string, position: number): Promise<FileWriter> {
    return new FileWriter(await open(path, 'w'), position);
  }

  /** The position of the next byte. */
  get position(): number {
    return this.#flushedPosition + this.#fullBlocks.length * BLOCK_BYTES + this.#usedBytes;
  }

  /** True if a block is full: call `flush` before the next `push`. */
  get hasFullBlock(): boolean {
    return this.#fullBlocks.length > 0;
  }

  /** Adds a copy of the bytes. */
  push(bytes: Uint8Array): void {
    for (let copied = 0; copied < bytes.length; ) {
      const count = Math.min(bytes.length - copied, BLOCK_BYTES - this.#usedBytes);
      this.#block.set(
        copied === 0 && count === bytes.length ? bytes : bytes.subarray(copied, copied + count),
        this.#usedBytes,
      );
      copied += count;
      this.#usedBytes += count;
      if (this.#usedBytes < BLOCK_BYTES) continue;
      this.#fullBlocks.push(this.#block);
      this.#block = this.#spareBlocks.pop() ?? Buffer.allocUnsafe(BLOCK_BYTES);
      this.#usedBytes = 0;
    }
  }

  /** Writes all blocks, the unfinished one included. */
  async flush(): Promise<void> {
    for (const block of this.#fullBlocks.splice(0)) {
      await this.writeAt(block, this.#flushedPosition);
      this.#flushedPosition += block.length;
      this.#spareBlocks.push(block);
    }
    await this.writeAt(this.#block.subarray(0, this.#usedBytes), this.#flushedPosition);
    this.#flushedPosition += this.#usedBytes;
    this.#usedBytes = 0;
  }

  /** Writes bytes at any position at once, without the blocks: for the bytes at the start that `create` left for later. */
  async writeAt(bytes: Uint8Array, position: number): Promise<void> {
    for (let written = 0; written < bytes.length; ) {
      const remaining = bytes.length - written;
      written += (await this.#file.write(bytes, written, remaining, position + written)).bytesWritten;
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file.close();
  }
}
