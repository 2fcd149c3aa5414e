import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const BUFFER_BYTES = 256 * 1024;

/** A stretch of an object's content: a whole blob. Multipart objects have one for each part. */
export interface Piece {
  blob: string;
  size: number;
}

/** Immutable files with random names. What refers to one is a record elsewhere; without one, a blob is garbage. */
export class BlobStore {
  readonly #dir: string;
  readonly #readers = new Map<string, number>();
  readonly #discarded = new Set<string>();

  constructor(dir: string) {
    this.#dir = dir;
    mkdirSync(dir, { recursive: true });
  }

  /** Writes a stream to a new blob and answers its name. A stream that fails leaves nothing behind. */
  async write(bytes: AsyncIterable<Buffer>): Promise<string> {
    const blob = randomUUID();
    const file = path.join(this.#dir, blob);
    try {
      await pipeline(bytes, createWriteStream(file, { flags: 'wx', highWaterMark: BUFFER_BYTES }));
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
    return blob;
  }

  /**
   * Bytes `start` to `end` (inclusive) of consecutive pieces. From this call until the stream closes the blobs stay on
   * disk, even when discarded: whoever overwrites an object does not cut off those who are reading it.
   */
  read(pieces: readonly Piece[], start: number, end: number): Readable {
    const blobs = pieces.map((piece) => piece.blob);
    for (const blob of blobs) this.#readers.set(blob, (this.#readers.get(blob) ?? 0) + 1);
    const stream = Readable.from(this.#bytes(pieces, start, end), { highWaterMark: 1 });
    stream.once('close', () => this.#release(blobs));
    return stream;
  }

  async discard(pieces: readonly Piece[]): Promise<void> {
    for (const { blob } of pieces) {
      if (this.#readers.has(blob)) this.#discarded.add(blob);
      else await rm(path.join(this.#dir, blob), { force: true });
    }
  }

  /** Deletes what nothing refers to: uploads that a crash cut short, and what an overwrite had no time to delete. */
  sweep(referenced: ReadonlySet<string>): void {
    for (const blob of readdirSync(this.#dir)) {
      if (!referenced.has(blob)) rmSync(path.join(this.#dir, blob), { force: true });
    }
  }

  async *#bytes(pieces: readonly Piece[], start: number, end: number): AsyncGenerator<Buffer> {
    let offset = 0;
    for (const { blob, size } of pieces) {
      const from = Math.max(0, start - offset);
      const to = Math.min(size - 1, end - offset);
      offset += size;
      if (from > to) continue;
      yield* createReadStream(path.join(this.#dir, blob), { start: from, end: to, highWaterMark: BUFFER_BYTES });
    }
  }

  #release(blobs: readonly string[]): void {
    for (const blob of blobs) {
      const left = (this.#readers.get(blob) ?? 1) - 1;
      if (left > 0) {
        this.#readers.set(blob, left);
        continue;
      }
      this.#readers.delete(blob);
      if (this.#discarded.delete(blob)) rm(path.join(this.#dir, blob), { force: true }).catch(() => undefined);
    }
  }
}
