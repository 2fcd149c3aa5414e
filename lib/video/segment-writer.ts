import { type FileHandle, open } from 'node:fs/promises';
import { idrPicIdOf, withIdrPicId } from './h264/idr-pic-id.ts';
import { START_CODE } from './h264/nal.ts';
import { annexBParameterSets, type CodedParameterSets } from './h264/parameter-sets.ts';

/** Writes the Annex B stream of one segment, and counts what it writes. */
export class SegmentWriter {
  frames = 0;
  keyframes = 0;
  bytes = 0;
  readonly #file: FileHandle;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  /** The `idr_pic_id` of the frame before, when that was an IDR picture. */
  #adjacentId: number | undefined;

  static async create(path: string): Promise<SegmentWriter> {
    return new SegmentWriter(await open(path, 'w'));
  }

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** An IDR picture with its parameter sets. Guard 5: its `idr_pic_id` is not that of an IDR picture right before it. */
  async idr(nal: Uint8Array, sets: CodedParameterSets): Promise<void> {
    const native = idrPicIdOf(nal, sets);
    const id = native === this.#adjacentId ? native ^ 1 : native;
    this.frames += 1;
    this.keyframes += 1;
    this.#adjacentId = id;
    await this.#write(annexBParameterSets(sets), START_CODE, withIdrPicId(nal, id, sets));
  }

  /** Frames that follow an IDR picture, as Annex B bytes. */
  async following(bytes: Uint8Array, frames: number): Promise<void> {
    if (frames === 0) return;
    this.frames += frames;
    this.#adjacentId = undefined;
    await this.#write(bytes);
  }

  /** Units as the encoder made them, counted by the caller. */
  async verbatim(units: readonly Uint8Array[], counts: { frames: number; keyframes: number }): Promise<void> {
    this.frames += counts.frames;
    this.keyframes += counts.keyframes;
    this.#adjacentId = undefined;
    for (const unit of units) await this.#write(START_CODE, unit);
  }

  async close(): Promise<void> {
    try {
      await this.#flush();
    } finally {
      await this.#file.close();
    }
  }

  async #write(...parts: Uint8Array[]): Promise<void> {
    for (const part of parts) {
      this.#pending.push(part);
      this.#pendingBytes += part.length;
    }
    if (this.#pendingBytes >= 1 << 18) await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.bytes += bytes.length;
    for (let at = 0; at < bytes.length; ) at += (await this.#file.write(bytes, at)).bytesWritten;
  }
}
