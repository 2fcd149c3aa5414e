import { ANNEX_B_START_CODE } from '../h264/nal.ts';

/**
 * Synthesized frames of H.264, of one slice each, in the form in which containers store them: each after its length. They bypass the reader
 * of the stream. `annexB` has start codes instead of the lengths; both have the same size.
 */
export class SynthesizedFrames {
  readonly stored: Buffer;
  /** The bytes of each frame, with its length or start code. */
  readonly sizes: Uint32Array;
  /** True if decoding can start at the first frame; it cannot at the others. */
  readonly startsWithKey: boolean;

  private constructor(stored: Buffer, sizes: Uint32Array, startsWithKey: boolean) {
    this.stored = stored;
    this.sizes = sizes;
    this.startsWithKey = startsWithKey;
  }

  /** Makes synthesized frames. @param units NAL units without start codes, one for each frame */
  static of(units: readonly Uint8Array[], startsWithKey: boolean): SynthesizedFrames {
    const sizes = Uint32Array.from(units, ({ length }) => ANNEX_B_START_CODE.length + length);
    const stored = Buffer.allocUnsafe(bytesOf(sizes));
    let offset = 0;
    for (const unit of units) {
      stored.writeUInt32BE(unit.length, offset);
      stored.set(unit, offset + ANNEX_B_START_CODE.length);
      offset += ANNEX_B_START_CODE.length + unit.length;
    }
    return new SynthesizedFrames(stored, sizes, startsWithKey);
  }

  /** The frames as an Annex B stream. */
  get annexB(): Buffer {
    const bytes = Buffer.from(this.stored);
    let offset = 0;
    for (const size of this.sizes) {
      bytes.set(ANNEX_B_START_CODE, offset);
      offset += size;
    }
    return bytes;
  }

  /** The first `count` frames, as views. @throws RangeError when there are fewer */
  first(count: number): SynthesizedFrames {
    if (count > this.sizes.length) throw new RangeError(`there are ${this.sizes.length} frames, not ${count}`);
    const sizes = this.sizes.subarray(0, count);
    return new SynthesizedFrames(this.stored.subarray(0, bytesOf(sizes)), sizes, this.startsWithKey);
  }
}

const bytesOf = (sizes: Uint32Array): number => sizes.reduce((sum, size) => sum + size, 0);

/** A piece of an elementary stream: bytes, cut anywhere, or whole frames. */
export type ElementaryStreamChunk = Buffer | SynthesizedFrames;

/** The bytes of a stream: Annex B, or IVF. */
export async function* iterateElementaryStreamBytes(
  pieces: AsyncIterable<ElementaryStreamChunk>,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield piece instanceof SynthesizedFrames ? piece.annexB : piece;
}
