import { createHash } from 'node:crypto';
import { type IvfFormat, ivfFileHeader, ivfFrameHeader, ivfFrames } from '../bits/ivf.ts';
import { UnsupportedStreamError } from '../bits/stream-errors.ts';
import { isShownKeyFrame, OBU, readObus } from '../elementary/av1-reader.ts';
import { readVp9KeyFrame } from '../elementary/vp9-reader.ts';
import { annexB } from '../h264/frames.ts';
import { nalUnits, START_CODE } from '../h264/nal.ts';
import { HevcCopyFrames } from '../hevc/copy-frames.ts';
import { HevcParameterSets, readHevcFrames } from '../hevc/frames.ts';
import { parseHevcPps, parseHevcSps } from '../hevc/parameter-sets.ts';
import type { Codec, VideoSettings } from '../settings.ts';
import { vp9CopyFrame } from '../vp9/copy-frame.ts';

/** One frame, shown as soon as it is decoded. */
export interface GopFrame {
  isKey: boolean;
  /** H.265: Annex B, with the parameter sets before a key frame. VP9 and AV1: the frame without its IVF header. */
  bytes: Buffer;
}
/** What cutting, repeating and joining the streams of a codec needs to know of it. One object serves one video. */
export interface GopCoding {
  /**
   * The frames of a stream. All streams that one object reads have the same parameter sets, and no frame refers to one
   * before the last key frame.
   * @param isFile the stream is as ffmpeg writes it (with the header of an IVF file), not a clip
   * @throws UnsupportedStreamError or BitstreamError for any other stream
   */
  frames(pieces: AsyncIterable<Buffer>, isFile: boolean): AsyncGenerator<GopFrame, void>;

  /** SHA-256 (hex) over the parameter sets of the streams. @throws UnsupportedStreamError before the first frame */
  readonly parameterSetsHash: string;

  /**
   * A frame that shows the last key frame once more, `order` (1 or more) frames after it.
   * @throws UnsupportedStreamError when such a frame cannot be written for this stream
   */
  copyFrame(order: number): Uint8Array;

  /** The bytes at the start of a stream. */
  readonly fileHeader: Uint8Array;

  /** The header of a frame. `time`: its position in the stream or clip, in frames. */
  frameHeader(bytes: number, time: number): Uint8Array;
}

const NOTHING = new Uint8Array(0);

/** H.265 in Annex B. */
class HevcCoding implements GopCoding {
  readonly #sets = new HevcParameterSets();
  #copies: HevcCopyFrames | undefined;
  readonly fileHeader = NOTHING;

  async *frames(pieces: AsyncIterable<Buffer>): AsyncGenerator<GopFrame, void> {
    for await (const { isIdr, slices } of readHevcFrames(nalUnits(pieces), this.#sets)) {
      const units = annexB(slices);
      yield { isKey: isIdr, bytes: Buffer.concat(isIdr ? [this.#sets.annexB, ...units] : units) };
    }
  }

  get parameterSetsHash(): string {
    return this.#sets.hash;
  }

  copyFrame(order: number): Uint8Array {
    this.#copies ??= new HevcCopyFrames(parseHevcSps(this.#sets.sps), parseHevcPps(this.#sets.pps));
    return Buffer.concat([START_CODE, this.#copies.nal(order)]);
  }

  frameHeader(): Uint8Array {
    return NOTHING;
  }
}

/** VP9 (profile 0) in IVF. A packet has to be exactly one frame that is shown. */
class Vp9Coding implements GopCoding {
  readonly #format: IvfFormat;
  readonly fileHeader: Uint8Array;
  readonly frameHeader = ivfFrameHeader;
  #description: string | undefined;
  #copy: Uint8Array | undefined;

  constructor({ width, height, fps }: VideoSettings) {
    this.#format = { fourcc: 'VP90', width, height, fps };
    this.fileHeader = ivfFileHeader(this.#format);
  }

  async *frames(pieces: AsyncIterable<Buffer>, isFile: boolean): AsyncGenerator<GopFrame, void> {
    for await (const bytes of ivfFrames(pieces, { hasFileHeader: isFile })) {
      const isKey = this.#acceptKey(bytes);
      if (!isKey && !isShownAlone(bytes))
        throw new UnsupportedStreamError('sample_units', 'a packet is not one frame that is shown');
      yield { isKey, bytes };
    }
  }

  get parameterSetsHash(): string {
    if (!this.#description)
      throw new UnsupportedStreamError('parameter_sets', 'a stream does not start with a key frame');
    return createHash('sha256').update(this.#description).digest('hex');
  }

  copyFrame(): Uint8Array {
    this.#copy ??= vp9CopyFrame(this.#format);
    return this.#copy;
  }

  #acceptKey(frame: Buffer): boolean {
    const key = readVp9KeyFrame(frame);
    if (!key) return false;
    const { width, height } = this.#format;
    if (key.width !== width || key.height !== height) {
      throw new UnsupportedStreamError('sequence', `the pictures are ${key.width}x${key.height}`);
    }
    const description = JSON.stringify(key);
    if (this.#description !== undefined && this.#description !== description) {
      throw new UnsupportedStreamError('parameter_sets', 'they differ within the video');
    }
    this.#description = description;
    return true;
  }
}

/** Profile 0, no `show_existing_frame`, `show_frame`; and no superframe, whose last byte is its marker. */
const isShownAlone = (frame: Uint8Array): boolean =>
  ((frame[0] ?? 0) & 0b1111_1010) === 0b1000_0010 && ((frame.at(-1) ?? 0) & 0xe0) !== 0xc0;

/** AV1 in IVF. A packet has to be exactly one frame; no copy frames are written. */
class Av1Coding implements GopCoding {
  readonly fileHeader: Uint8Array;
  readonly frameHeader = ivfFrameHeader;
  /** The sequence header, as an OBU. */
  #sequence: Buffer | undefined;

  constructor({ width, height, fps }: VideoSettings) {
    this.fileHeader = ivfFileHeader({ fourcc: 'AV01', width, height, fps });
  }

  async *frames(pieces: AsyncIterable<Buffer>, isFile: boolean): AsyncGenerator<GopFrame, void> {
    for await (const bytes of ivfFrames(pieces, { hasFileHeader: isFile })) {
      const obus = readObus(bytes);
      const sequence = obus.find(({ type }) => type === OBU.sequence);
      if (sequence) this.#accept(sequence.bytes);
      const headers = obus.filter(({ type }) => type === OBU.frame || type === OBU.frameHeader);
      const [header, ...others] = headers;
      if (!header || others.length > 0) throw new UnsupportedStreamError('sample_units', 'a packet is not one frame');
      yield { isKey: sequence !== undefined && isShownKeyFrame(header.payload), bytes };
    }
  }

  get parameterSetsHash(): string {
    if (!this.#sequence)
      throw new UnsupportedStreamError('parameter_sets', 'a stream does not start with a sequence header');
    return createHash('sha256').update(this.#sequence).digest('hex');
  }

  copyFrame(): Uint8Array {
    throw new UnsupportedStreamError('template', 'no copy frames are written for AV1');
  }

  #accept(sequence: Buffer): void {
    if (this.#sequence && !this.#sequence.equals(sequence)) {
      throw new UnsupportedStreamError('parameter_sets', 'they differ within the video');
    }
    this.#sequence ??= Buffer.from(sequence);
  }
}

/** Whether copy frames are written for a codec. For the others a whole GOP is encoded and repeated. */
export const hasCopyFrames = (codec: Codec): boolean => codec === 'h265' || codec === 'vp9';

/** @throws RangeError for H.264, whose clips are joined frame by frame (h264/join) */
export function createGopCoding(settings: VideoSettings): GopCoding {
  switch (settings.codec) {
    case 'h265':
      return new HevcCoding();
    case 'vp9':
      return new Vp9Coding(settings);
    case 'av1':
      return new Av1Coding(settings);
    case 'h264':
      throw new RangeError('H.264 clips are not made of GOPs');
  }
}
