import { BitReader } from '../bits/bit-io.ts';
import { IvfSplitter } from '../bits/ivf.ts';
import { BitstreamError, UnsupportedStreamError } from '../bits/stream-errors.ts';
import { type Av1SequenceHeader, parseAv1SequenceHeader } from './av1-sequence-header.ts';
import type { CodedFrame, PictureSize } from './coded-frame.ts';
import type { CodedFrameReader } from './coded-frame-reader.ts';

/** `obu_type` (AV1 specification, 6.2.2). */
export const OBU_TYPE = { sequence: 1, delimiter: 2, frameHeader: 3, frame: 6, padding: 15 } as const;

interface Obu {
  type: number;
  /** The whole unit, header included. */
  bytes: Buffer;
  payload: Buffer;
}

/**
 * Reads the frames of an AV1 stream in IVF. Temporal delimiters and padding are removed, as the ISO media file format
 * binding of AV1 demands. The sequence header is in the sample entry and also in key frames, for decoders after a seek.
 */
export const createAv1FrameReader = (): CodedFrameReader => new Av1Reader();

class Av1Reader implements CodedFrameReader {
  readonly #ivf = new IvfSplitter({ hasFileHeader: true });
  #sequence: Buffer | undefined;
  configuration: Buffer | undefined;
  size: PictureSize | undefined;

  push(piece: Buffer): CodedFrame[] {
    return this.#ivf.push(piece).map((unit) => this.#accept(unit));
  }

  end(): CodedFrame[] {
    this.#ivf.end();
    return [];
  }

  #accept(temporalUnit: Buffer): CodedFrame {
    const obus = readObus(temporalUnit).filter(({ type }) => type !== OBU_TYPE.delimiter && type !== OBU_TYPE.padding);
    const sequence = obus.find(({ type }) => type === OBU_TYPE.sequence);
    if (sequence) this.#acceptSequence(sequence);
    const header = obus.find(({ type }) => type === OBU_TYPE.frame || type === OBU_TYPE.frameHeader);
    if (!header || !this.configuration) throw new BitstreamError('an AV1 frame comes before its sequence header');
    return {
      parts: obus.map(({ bytes }) => bytes),
      isKey: sequence !== undefined && isShownAv1KeyFrame(header.payload),
    };
  }

  #acceptSequence({ bytes, payload }: Obu): void {
    if (this.#sequence && !this.#sequence.equals(bytes)) {
      throw new UnsupportedStreamError('parameter_sets', 'the sequence headers differ within the video');
    }
    if (this.configuration) return;
    this.#sequence = Buffer.from(bytes);
    const header = parseAv1SequenceHeader(payload);
    this.configuration = Buffer.concat([av1Configuration(header), bytes]);
    this.size = { width: header.width, height: header.height };
  }
}

/** The OBUs of a temporal unit in low-overhead format (each states its size). @throws BitstreamError when one is cut */
export function readObus(unit: Buffer): Obu[] {
  const obus: Obu[] = [];
  for (let offset = 0; offset < unit.length; ) {
    const header = unit.readUInt8(offset);
    if ((header & 0x02) === 0) throw new BitstreamError('an OBU without its size');
    const sizeOffset = offset + ((header & 0x04) !== 0 ? 2 : 1);
    const { value, length } = readLeb128(unit, sizeOffset);
    const start = sizeOffset + length;
    const end = start + value;
    if (end > unit.length) throw new BitstreamError('an OBU is cut');
    obus.push({ type: (header >> 3) & 15, bytes: unit.subarray(offset, end), payload: unit.subarray(start, end) });
    offset = end;
  }
  return obus;
}

function readLeb128(bytes: Buffer, offset: number): { value: number; length: number } {
  const MAX_BYTES = 8;
  let value = 0;
  for (let length = 1; length <= MAX_BYTES && offset + length <= bytes.length; length++) {
    const byte = bytes.readUInt8(offset + length - 1);
    value += (byte & 0x7f) * 2 ** (7 * (length - 1));
    if (byte < 0x80) return { value, length };
  }
  throw new BitstreamError('the size of an OBU is cut');
}

/** Reports whether a frame header (5.9.2) is that of a shown key frame: `show_existing_frame` 0, `frame_type` 0, `show_frame` 1. */
export function isShownAv1KeyFrame(frameHeader: Buffer): boolean {
  const r = new BitReader(frameHeader);
  return !r.flag() && r.u(2) === 0 && r.flag();
}

/** The fixed part of `AV1CodecConfigurationRecord` (AV1 Codec ISO Media File Format Binding, 2.3.3). */
const av1Configuration = (s: Av1SequenceHeader): Buffer =>
  Buffer.of(
    0x81,
    (s.profile << 5) | s.level,
    (s.tier << 7) |
      (s.bitDepth > 8 ? 0x40 : 0) |
      (s.bitDepth > 10 ? 0x20 : 0) |
      (s.monochrome ? 0x10 : 0) |
      (s.subsampledAcross ? 8 : 0) |
      (s.subsampledDown ? 4 : 0) |
      s.chromaPosition,
    0,
  );
