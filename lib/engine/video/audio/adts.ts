/** An AAC frame in ADTS, and the window of its transform. */
export interface AdtsFrame {
  /** Offset of its first byte in the stream. */
  offset: number;
  /** Length in bytes, ADTS header included. */
  length: number;
  /**
   * `window_sequence` and `window_shape` in one number. Frames with the same value overlap in the same way with the
   * frame after them. Undefined when the two channels of a pair have different windows.
   */
  window: number | undefined;
}

// `id_syn_ele`: the kinds of elements of a frame.
const SINGLE_CHANNEL_ELEMENT = 0;
const CHANNEL_PAIR_ELEMENT = 1;
const FILL_ELEMENT = 6;
/** Length of an ADTS header without a checksum. */
const HEADER_BYTES = 7;

/** The bytes are not ADTS, or end too early. */
export class AdtsError extends Error {
  override name = 'AdtsError';
}

/** The frames of an ADTS stream (AAC-LC, mono or stereo) in order (ISO/IEC 14496-3, 1.A.2, 4.4.2). @throws AdtsError */
export function readAdts(bytes: Buffer): AdtsFrame[] {
  const frames: AdtsFrame[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const length = frameLength(bytes, offset);
    if (offset + length > bytes.length) throw new AdtsError('the last frame is cut off');
    frames.push({ offset, length, window: windowOf(bytes.subarray(offset, offset + length)) });
    offset += length;
  }
  return frames;
}

function frameLength(bytes: Buffer, offset: number): number {
  if (offset + HEADER_BYTES > bytes.length) throw new AdtsError('the last frame is cut off');
  if ((bytes.readUInt16BE(offset) & 0xfff6) !== 0xfff0) throw new AdtsError('no ADTS sync word');
  const length = (bytes.readUInt32BE(offset + 3) >>> 13) & 0x1fff;
  if (length < HEADER_BYTES) throw new AdtsError('impossible frame length');
  return length;
}

function windowOf(frame: Buffer): number | undefined {
  const hasNoChecksum = ((frame[1] ?? 0) & 1) === 1;
  let bit = (hasNoChecksum ? HEADER_BYTES : HEADER_BYTES + 2) * 8;
  const readBits = (count: number) => {
    let value = 0;
    for (let i = 0; i < count; i++, bit++) value = (value << 1) | (((frame[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
    return value;
  };
  for (;;) {
    const element = readBits(3);
    if (element === FILL_ELEMENT) {
      const count = readBits(4);
      bit += 8 * (count === 15 ? 14 + readBits(8) : count);
    } else if (element === SINGLE_CHANNEL_ELEMENT) {
      // element_instance_tag 4, global_gain 8, ics_reserved_bit 1
      bit += 13;
      return readBits(3);
    } else if (element === CHANNEL_PAIR_ELEMENT) {
      // element_instance_tag 4, common_window 1, ics_reserved_bit 1
      bit += 4;
      if (readBits(1) === 0) return undefined;
      bit += 1;
      return readBits(3);
    } else {
      throw new AdtsError(`a frame starts with element ${element}`);
    }
  }
}

/**
 * The AAC frame of digital silence by number of channels, as ffmpeg's encoder writes it (48 kHz, AAC-LC, in ADTS): a single channel, or a
 * pair with a common window, with a long Kaiser-Bessel window and no spectral band.
 *
 * The encoder repeats this frame from two frames after the last sound, so that silence between two recordings needs to be neither encoded
 * nor stored. Encoding 10 minutes of silence would take 0.54 s, compared with 2.4 s for speech.
 */
const SILENT_FRAMES = {
  1: Buffer.from('fff14c40017ffc01182007', 'hex'),
  2: Buffer.from('fff14c8001bffc211004608c1c', 'hex'),
} as const;

/** The most frames in one buffer of silence. */
const MAX_FRAMES_PER_PIECE = 1024;

/** Yields `frameCount` frames of silence, in pieces of some KiB. */
export function* silentAacFrames(channels: 1 | 2, frameCount: number): Generator<Buffer> {
  const frame = SILENT_FRAMES[channels];
  const piece = Buffer.alloc(Math.min(frameCount, MAX_FRAMES_PER_PIECE) * frame.length, frame);
  for (let framesLeft = frameCount; framesLeft > 0; framesLeft -= MAX_FRAMES_PER_PIECE)
    yield piece.subarray(0, framesLeft * frame.length);
}
