import type { PreparedFrames } from './prepared-frames.ts';

const LENGTH_BYTES = 4;

/**
 * Gathers NAL units into frames, each unit behind its length instead of a start code (ISO/IEC 14496-15). A frame is
 * complete when the next one starts.
 */
export class FrameGatherer {
  #parts: Uint8Array[] = [];
  #isKey = false;
  #shift = 0;

  /** Takes a slice. @returns the frame before it if the slice starts another one */
  add(
    slice: Buffer,
    { startsFrame, isKey, shift = 0 }: { startsFrame: boolean; isKey: boolean; shift?: number },
  ): CodedFrame[] {
    const whole = startsFrame ? this.flush() : [];
    const length = Buffer.allocUnsafe(LENGTH_BYTES);
    length.writeUInt32BE(slice.length, 0);
    this.#parts.push(length, slice);
    if (startsFrame) {
      this.#isKey = isKey;
      this.#shift = shift;
    }
    return whole;
  }

  /** The incomplete frame, if there is one. */
  flush(): CodedFrame[] {
    if (this.#parts.length === 0) return [];
    const frame: CodedFrame = { parts: this.#parts, isKey: this.#isKey };
    if (this.#shift !== 0) frame.shift = this.#shift;
    this.#parts = [];
    return [frame];
  }
}
/** One frame of a stream, in the form in which containers store it. */
export interface CodedFrame {
  /** Its bytes in order, as views of the input. They must not change. */
  parts: readonly Uint8Array[];
  /** Decoding can start here. */
  isKey: boolean;
  /** How much later than in decoding order it is shown, in frames; absent: not at all. */
  shift?: number | undefined;
}
/** A size in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}
/** Takes an elementary stream in pieces of any size, and returns its frames as soon as they are complete. */
export interface FrameReader {
  /**
   * Takes a piece.
   * @throws UnsupportedStreamError or BitstreamError when frames cannot be read, or are reordered otherwise than by fades
   */
  push(piece: Buffer): CodedFrame[];
  /** Ends the stream, or what comes before prepared frames. @returns the last frames */
  end(): CodedFrame[];
  /** Takes note of prepared frames, which are shown in decoding order. Only of codecs that have them. */
  pass?(frames: PreparedFrames): void;
  /**
   * What a decoder needs before the first frame: the record in `avcC`, `hvcC` or `av1C`; for VP9 the `CodecPrivate` of
   * WebM. Defined from the first frame on.
   */
  readonly configuration: Buffer | undefined;
  /** The size of the shown picture, as the stream states it. Defined from the first frame on. */
  readonly size: PictureSize | undefined;
}
/** The length of a frame in bytes. */
export const frameBytes = ({ parts }: CodedFrame): number => parts.reduce((sum, part) => sum + part.length, 0);
