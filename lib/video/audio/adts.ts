import { createReadStream } from 'node:fs';

/** One AAC frame in its ADTS wrapping, and how its transform windows the signal. */
export interface AdtsFrame {
  bytes: Buffer;
  /**
   * `window_sequence` and `window_shape` of the (mono) channel in one number. Two frames of the same value overlap alike
   * with the frame after them.
   */
  window: number;
}

/** Samples of one AAC-LC frame. */
export const AAC_FRAME_SAMPLES = 1024;
const SINGLE_CHANNEL_ELEMENT = 0;
const FILL_ELEMENT = 6;

/** Not ADTS, or cut off. */
export class AdtsError extends Error {
  override name = 'AdtsError';
}

/** The frames of an ADTS file (AAC-LC, mono) in their order, read as a stream. */
export async function* readAdtsFrames(file: string): AsyncGenerator<AdtsFrame> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let length = frameLength(rest); length <= rest.length; length = frameLength(rest)) {
      const bytes = rest.subarray(0, length);
      yield { bytes, window: windowOf(bytes) };
      rest = rest.subarray(length);
    }
  }
  if (rest.length > 0) throw new AdtsError('the last frame is cut off');
}

/** Infinite as long as the header is not all there. */
function frameLength(bytes: Buffer): number {
  if (bytes.length < 7) return Number.POSITIVE_INFINITY;
  if ((bytes.readUInt16BE(0) & 0xfff6) !== 0xfff0) throw new AdtsError('no ADTS sync word');
  const length = (bytes.readUInt32BE(3) >>> 13) & 0x1fff;
  if (length < 7) throw new AdtsError('impossible frame length');
  return length;
}

function windowOf(frame: Buffer): number {
  const hasNoChecksum = ((frame[1] ?? 0) & 1) === 1;
  let bit = (hasNoChecksum ? 7 : 9) * 8;
  const read = (bits: number) => {
    let value = 0;
    for (let i = 0; i < bits; i++, bit++) value = (value << 1) | (((frame[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
    return value;
  };
  for (;;) {
    const element = read(3);
    if (element === FILL_ELEMENT) {
      const count = read(4);
      bit += 8 * (count === 15 ? 14 + read(8) : count);
      continue;
    }
    if (element !== SINGLE_CHANNEL_ELEMENT) throw new AdtsError(`a mono frame begins with element ${element}`);
    // element_instance_tag 4, global_gain 8, ics_reserved_bit 1
    bit += 13;
    return read(3);
  }
}
