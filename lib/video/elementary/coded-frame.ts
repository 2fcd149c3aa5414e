const LENGTH_BYTES = 4;

/**
 * Gathers NAL units into frames, each unit behind its length instead of a start code (ISO/IEC 14496-15). A frame is known
 * to be whole when the next one starts.
 */
export class FrameGatherer {
  #parts: Uint8Array[] = [];
  #isKey = false;

  /** Takes a slice. @returns the frame before it, when the slice starts another */
  add(slice: Buffer, { startsFrame, isKey }: { startsFrame: boolean; isKey: boolean }): CodedFrame[] {
    const whole = startsFrame ? this.flush() : [];
    const length = Buffer.allocUnsafe(LENGTH_BYTES);
    length.writeUInt32BE(slice.length, 0);
    this.#parts.push(length, slice);
    if (startsFrame) this.#isKey = isKey;
    return whole;
  }

  /** The frame that is being gathered, if there is one. */
  flush(): CodedFrame[] {
    if (this.#parts.length === 0) return [];
    const frame = { parts: this.#parts, isKey: this.#isKey };
    this.#parts = [];
    return [frame];
  }
}
/** One frame of a stream, in the form in which a container stores it. */
export interface CodedFrame {
  /** Its bytes, one part after another. Views of what was read: not to be changed. */
  parts: readonly Uint8Array[];
  /** It can be decoded without any other, and so can all that follow it. */
  isKey: boolean;
}
/** Pixels. */
export interface PictureSize {
  width: number;
  height: number;
}
/** Takes an elementary stream in pieces of any size, and gives its frames as soon as they are whole. */
export interface FrameReader {
  /** @throws UnsupportedStreamError or BitstreamError when the stream is not one that can be stored without reordering it */
  push(piece: Buffer): CodedFrame[];
  /** The stream has ended. */
  end(): CodedFrame[];
  /**
   * What a decoder has to know before the first frame: the record in `avcC`, `hvcC` or `av1C`; for VP9 the `CodecPrivate`
   * of WebM. It is there once a frame is.
   */
  readonly configuration: Buffer | undefined;
  /** Of what is shown, as the stream says it; there once a frame is. */
  readonly size: PictureSize | undefined;
}
/** The bytes of a frame. */
export const frameBytes = ({ parts }: CodedFrame): number => parts.reduce((sum, part) => sum + part.length, 0);
