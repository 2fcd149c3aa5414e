import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { BufferedFileReader } from '../container/file-io.ts';
import type { ClipOnTimeLine, EncodedClip } from './clip.ts';

/** Bytes that are collected before they are written. */
const FLUSH_BYTES = 1 << 18;

/** Writes clips one after another into a file. */
export class ClipFileWriter {
  readonly #file: FileHandle;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #writtenBytes = 0;
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
    this.#clipStart = this.#writtenBytes + this.#pendingBytes;
    return { ...clip, offset, bytes: this.#clipStart - offset };
  }

  /** Writes the bytes that are kept. */
  async flush(): Promise<void> {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#writtenBytes += bytes.length;
    for (let at = 0; at < bytes.length; ) at += (await this.#file.write(bytes, at)).bytesWritten;
  }
}

/** Opens a file for clips, and closes it when `write` has ended. After a failure the file is removed. */
export async function withClipFileWriter<T>(path: string, write: (writer: ClipFileWriter) => Promise<T>): Promise<T> {
  const handle = await open(path, 'w');
  try {
    const writer = new ClipFileWriter(handle);
    const result = await write(writer);
    await writer.flush();
    return result;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** The most bytes that are read from a clip at a time. */
const PIECE_BYTES = 1 << 18;

/** The bytes of a clip, in pieces. */
export const streamClipBytes = ({ file, clip }: ClipOnTimeLine): AsyncIterable<Buffer> =>
  createReadStream(file, { start: clip.offset, end: clip.offset + clip.bytes - 1, highWaterMark: PIECE_BYTES });

/** The most files that are open at the same time: clips that were made at different times are in different files. */
const MAX_OPEN_FILES = 16;

/**
 * Reads short clips that follow one another, each as a whole. Their files stay open, and one system call reads several neighbouring clips:
 * with a stream for each of 60 clips, reading took as long as the rest of the join.
 */
export class ClipReader implements AsyncDisposable {
  /** Open readers by path, in the order in which they were opened. */
  readonly #readers = new Map<string, BufferedFileReader>();

  /** The bytes of a clip, in one piece. @throws UnexpectedFileEndError */
  async *bytes({ file, clip }: ClipOnTimeLine): AsyncGenerator<Buffer> {
    const reader = this.#readers.get(file) ?? (await this.#open(file));
    yield await reader.read(clip.offset, clip.bytes);
  }

  async #open(file: string): Promise<BufferedFileReader> {
    const [oldest] = this.#readers;
    if (oldest && this.#readers.size >= MAX_OPEN_FILES) {
      this.#readers.delete(oldest[0]);
      await oldest[1][Symbol.asyncDispose]();
    }
    const reader = await BufferedFileReader.open(file);
    this.#readers.set(file, reader);
    return reader;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#readers.values()].map((reader) => reader[Symbol.asyncDispose]()));
  }
}
