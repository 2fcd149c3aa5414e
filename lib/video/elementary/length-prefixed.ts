import type { CodedFrame } from './frame-reader.ts';

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
