const LENGTH_BYTES = 4;

/**
 * Collects the slices (NAL units) of frames, and puts the length of each slice before it (ISO/IEC 14496-15). A frame is complete when the
 * next one starts.
 */
export class NalFrameAssembler {
  #parts: Uint8Array[] = [];
  #isKey = false;
  #shift = 0;

  /**
   * Adds a slice. `shift`: see CodedFrame.
   * @returns the frame before it if the slice starts a frame, else an empty list
   */
  add(
    slice: Buffer,
    { startsFrame, isKey, shift = 0 }: { startsFrame: boolean; isKey: boolean; shift?: number },
  ): CodedFrame[] {
    const completed = startsFrame ? this.flush() : [];
    const length = Buffer.allocUnsafe(LENGTH_BYTES);
    length.writeUInt32BE(slice.length, 0);
    this.#parts.push(length, slice);
    if (startsFrame) {
      this.#isKey = isKey;
      this.#shift = shift;
    }
    return completed;
  }

  /** Ends the current frame. @returns that frame, or an empty list */
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
  /** True if decoding can start here. */
  isKey: boolean;
  /** Number of frames by which it is shown later than in decoding order; absent: 0. */
  shift?: number | undefined;
}

/** A size in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** Length of a frame in bytes. */
export const codedFrameByteLength = ({ parts }: CodedFrame): number =>
  parts.reduce((sum, part) => sum + part.length, 0);
