import { createHash } from 'node:crypto';
import { type IvfFormat, ivfFileHeader, ivfFrameHeader, ivfFrames } from '../bits/ivf.ts';
import { UnsupportedStreamError } from '../bits/stream-errors.ts';
import { findVp9KeyFrameHeader } from '../elementary/vp9-reader.ts';
import type { VideoSettings } from '../settings.ts';
import { vp9CopyFrame } from '../vp9/copy-frame.ts';
import type { GopFrame, GopStreamOperations } from './gop-stream-operations.ts';

/** VP9 (profile 0) in IVF. A packet has to be exactly one frame that is shown. */
export const createVp9StreamOperations = (settings: VideoSettings): GopStreamOperations =>
  new Vp9StreamOperations(settings);

class Vp9StreamOperations implements GopStreamOperations {
  readonly #format: IvfFormat;
  readonly fileHeader: Uint8Array;
  readonly frameHeader = ivfFrameHeader;
  /** The header of all key frames, as JSON; undefined before the first frame. */
  #keyFrameDescription: string | undefined;
  #copyFrame: Uint8Array | undefined;

  constructor({ width, height, fps }: VideoSettings) {
    this.#format = { fourcc: 'VP90', width, height, fps };
    this.fileHeader = ivfFileHeader(this.#format);
  }

  async *frames(pieces: AsyncIterable<Buffer>, hasFileHeader: boolean): AsyncGenerator<GopFrame, void> {
    for await (const bytes of ivfFrames(pieces, { hasFileHeader })) {
      const isKey = this.#acceptKey(bytes);
      if (!isKey && !isShownAlone(bytes))
        throw new UnsupportedStreamError('sample_units', 'a packet is not one frame that is shown');
      yield { isKey, bytes };
    }
  }

  get parameterSetsHash(): string {
    if (!this.#keyFrameDescription)
      throw new UnsupportedStreamError('parameter_sets', 'a stream does not start with a key frame');
    return createHash('sha256').update(this.#keyFrameDescription).digest('hex');
  }

  copyFrame(): Uint8Array {
    this.#copyFrame ??= vp9CopyFrame(this.#format);
    return this.#copyFrame;
  }

  /** Reports whether a frame is a key frame. @throws UnsupportedStreamError for a key frame that differs from those before it, or in size */
  #acceptKey(frame: Buffer): boolean {
    const key = findVp9KeyFrameHeader(frame);
    if (!key) return false;
    const { width, height } = this.#format;
    if (key.width !== width || key.height !== height) {
      throw new UnsupportedStreamError('sequence', `the pictures are ${key.width}x${key.height}`);
    }
    const description = JSON.stringify(key);
    if (this.#keyFrameDescription !== undefined && this.#keyFrameDescription !== description) {
      throw new UnsupportedStreamError('parameter_sets', 'they differ within the video');
    }
    this.#keyFrameDescription = description;
    return true;
  }
}

/**
 * Reports whether a packet is one frame that is shown: profile 0, no `show_existing_frame`, `show_frame`; and no superframe, whose last byte
 * is its marker.
 */
const isShownAlone = (frame: Uint8Array): boolean =>
  ((frame[0] ?? 0) & 0b1111_1010) === 0b1000_0010 && ((frame.at(-1) ?? 0) & 0xe0) !== 0xc0;
