import { BitReader } from '../bits/bit-io.ts';
import { IvfSplitter } from '../bits/ivf.ts';
import { BitstreamError } from '../bits/stream-errors.ts';
import type { CodedFrame, PictureSize } from './coded-frame.ts';
import type { CodedFrameReader } from './coded-frame-reader.ts';

/** Reads the frames of a VP9 stream in IVF. */
export const createVp9FrameReader = (): CodedFrameReader => new Vp9Reader();

class Vp9Reader implements CodedFrameReader {
  readonly #ivf = new IvfSplitter({ hasFileHeader: true });
  configuration: Buffer | undefined;
  size: PictureSize | undefined;

  push(piece: Buffer): CodedFrame[] {
    return this.#ivf.push(piece).map((frame) => this.#accept(frame));
  }

  end(): CodedFrame[] {
    this.#ivf.end();
    return [];
  }

  #accept(frame: Buffer): CodedFrame {
    const key = findVp9KeyFrameHeader(frame);
    if (key) {
      this.size ??= { width: key.width, height: key.height };
      this.configuration ??= vpConfiguration(key.profile);
    }
    if (!this.size) throw new BitstreamError('a VP9 stream does not start with a key frame');
    return { parts: [frame], isKey: key !== undefined };
  }
}

/** `CodecPrivate` of VP9 in WebM: numbered features with their lengths. Only the profile is stated. */
const vpConfiguration = (profile: number): Buffer => Buffer.of(1, 1, profile);

/** Fields of a key frame for the decoder. */
export interface Vp9KeyFrameHeader extends PictureSize {
  profile: number;
  /** `color_space` and `color_range`. */
  colourSpace: number;
  isFullRange: boolean;
}

const FRAME_MARKER = 2;
const SYNC_CODE = 0x498342;
const SRGB = 7;

/**
 * Reads the start of the uncompressed header (VP9 bitstream specification, 6.2). Undefined unless it is a key frame that
 * is shown: only key frames state the size.
 * @throws BitstreamError when it is not a frame of profile 0
 */
export function findVp9KeyFrameHeader(frame: Uint8Array): Vp9KeyFrameHeader | undefined {
  const r = new BitReader(frame);
  if (r.u(2) !== FRAME_MARKER) throw new BitstreamError('not a VP9 frame');
  const profile = r.u(1) + 2 * r.u(1);
  if (profile !== 0) throw new BitstreamError('VP9 of another profile than 0, which is 8-bit 4:2:0');
  const showsExisting = r.flag();
  const isShownKey = !showsExisting && !r.flag() && r.flag();
  if (!isShownKey) return undefined;
  r.flag();
  if (r.u(24) !== SYNC_CODE) throw new BitstreamError('a VP9 key frame without its sync code');
  const colourSpace = r.u(3);
  if (colourSpace === SRGB) throw new BitstreamError('VP9 with sRGB colours is not profile 0');
  const isFullRange = r.flag();
  return { profile, colourSpace, isFullRange, width: r.u(16) + 1, height: r.u(16) + 1 };
}
