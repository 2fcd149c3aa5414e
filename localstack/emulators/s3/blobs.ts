import { randomUUID } from 'node:crypto';
import {
  constants,
  copyFileSync,
  createReadStream,
  createWriteStream,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeToFile } from '../host/pipe-to-file.ts';

/** Bytes that a stream from or to a blob buffers. */
const BUFFER_BYTES = 256 * 1024;

/** A blob with a part of an object's content. An object of a multipart upload has one for each part. */
export interface BlobRef {
  blob: string;
  size: number;
}

/** Immutable files with random names. A blob that no record of an object or an upload names is garbage. */
export class BlobStore {
  readonly #dir: string;
  readonly #readers = new Map<string, number>();
  readonly #discarded = new Set<string>();

  constructor(dir: string) {
    this.#dir = dir;
    mkdirSync(dir, { recursive: true });
  }

  /** Writes a stream to a new blob. If the stream fails, the blob is removed. @returns the name of the blob */
  async write(bytes: AsyncIterable<Buffer>): Promise<string> {
    const blob = randomUUID();
    const file = path.join(this.#dir, blob);
    try {
      await pipeToFile(bytes, createWriteStream(file, { flags: 'wx', highWaterMark: BUFFER_BYTES }));
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
    return blob;
  }

  /**
   * Gives blobs second names, so that their bytes stay when the first names are discarded. If the file system has hard links, no bytes
   * are copied. Synchronous, so that no first name is removed meanwhile.
   */
  link(refs: readonly BlobRef[]): BlobRef[] {
    return refs.map(({ blob, size }) => {
      const copy = randomUUID();
      const [from, to] = [path.join(this.#dir, blob), path.join(this.#dir, copy)];
      try {
        linkSync(from, to);
      } catch {
        copyFileSync(from, to, constants.COPYFILE_FICLONE);
      }
      return { blob: copy, size };
    });
  }

  /**
   * Reads bytes `start` to `end` (inclusive) of consecutive blobs. From this call until the stream closes, the blobs stay on
   * disk even if they are discarded, so that a write to the object does not interrupt its readers.
   */
  read(refs: readonly BlobRef[], start: number, end: number): Readable {
    const blobs = refs.map(({ blob }) => blob);
    for (const blob of blobs) this.#readers.set(blob, (this.#readers.get(blob) ?? 0) + 1);
    const stream = Readable.from(this.#bytes(refs, start, end), { highWaterMark: 1 });
    stream.once('close', () => this.#release(blobs));
    return stream;
  }

  /** Deletes blobs, each as soon as its last reader is done. */
  async discard(refs: readonly BlobRef[]): Promise<void> {
    for (const { blob } of refs) {
      if (this.#readers.has(blob)) this.#discarded.add(blob);
      else await rm(path.join(this.#dir, blob), { force: true });
    }
  }

  /** Deletes blobs that nothing refers to: those of uploads that a crash interrupted, and of objects that were overwritten just before. */
  sweep(referencedBlobs: ReadonlySet<string>): void {
    for (const blob of readdirSync(this.#dir)) {
      if (!referencedBlobs.has(blob)) rmSync(path.join(this.#dir, blob), { force: true });
    }
  }

  async *#bytes(refs: readonly BlobRef[], start: number, end: number): AsyncGenerator<Buffer> {
    let offset = 0;
    for (const { blob, size } of refs) {
      const firstByte = Math.max(0, start - offset);
      const lastByte = Math.min(size - 1, end - offset);
      offset += size;
      if (firstByte > lastByte) continue;
      yield* createReadStream(path.join(this.#dir, blob), {
        start: firstByte,
        end: lastByte,
        highWaterMark: BUFFER_BYTES,
      });
    }
  }

  #release(blobs: readonly string[]): void {
    for (const blob of blobs) {
      const readers = (this.#readers.get(blob) ?? 1) - 1;
      if (readers > 0) {
        this.#readers.set(blob, readers);
        continue;
      }
      this.#readers.delete(blob);
      if (this.#discarded.delete(blob)) rm(path.join(this.#dir, blob), { force: true }).catch(() => undefined);
    }
  }
}
