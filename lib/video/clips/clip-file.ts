import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { EncodedClip, PlacedClip } from './clip.ts';

const FLUSH_BYTES = 1 << 18;

/** A file that holds clips one after another. */
export class ClipFile {
  readonly #file: FileHandle;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #written = 0;
  #clipStart = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Adds bytes to the current clip. They are kept until the next flush and must not change. */
  async append(...parts: readonly Uint8Array[]): Promise<void> {
    for (const part of parts) {
      this.#pending.push(part);
      this.#pendingBytes += part.length;
    }
    if (this.#pendingBytes >= FLUSH_BYTES) await this.flush();
  }

  /** Ends the current clip: it consists of everything that was appended since the last one. */
  finish(clip: Omit<EncodedClip, 'offset' | 'bytes'>): EncodedClip {
    const offset = this.#clipStart;
    this.#clipStart = this.#written + this.#pendingBytes;
    return { ...clip, offset, bytes: this.#clipStart - offset };
  }

  async flush(): Promise<void> {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#written += bytes.length;
    for (let at = 0; at < bytes.length; ) at += (await this.#file.write(bytes, at)).bytesWritten;
  }
}

/** Opens a file for clips, and closes it when `write` has ended. After a failure the file is removed. */
export async function withClipFile<T>(path: string, write: (file: ClipFile) => Promise<T>): Promise<T> {
  const handle = await open(path, 'w');
  try {
    const file = new ClipFile(handle);
    const result = await write(file);
    await file.flush();
    return result;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

const PIECE_BYTES = 1 << 18;

/** The bytes of a clip, in pieces. */
export const clipBytes = ({ file, clip }: PlacedClip): AsyncIterable<Buffer> =>
  createReadStream(file, { start: clip.offset, end: clip.offset + clip.bytes - 1, highWaterMark: PIECE_BYTES });
