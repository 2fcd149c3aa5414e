import { UnsupportedStreamError } from '../bits/stream-errors.ts';
import { MAX_REORDERED_PICTURES, pictureOrderCount } from '../h264/display-order.ts';
import { NAL_TYPE, NalSplitter, nalType } from '../h264/nal.ts';
import { assertSameParameterSet } from '../h264/parameter-sets.ts';
import { readPictureOrderCountLsb } from '../h264/slice-header.ts';
import { parseSps, type SequenceParameterSet } from '../h264/sps.ts';
import { type CodedFrame, NalFrameAssembler, type PictureSize } from './coded-frame.ts';
import type { CodedFrameReader } from './coded-frame-reader.ts';
import type { SynthesizedFrames } from './synthesized-frames.ts';

/**
 * Reads the frames of an Annex B stream of H.264, without parameter sets, delimiters and SEI. An `avc1` track has its
 * parameter sets in the sample entry only, so that all of them have to be the same (guards 1 and 6).
 */
export const createH264FrameReader = (): CodedFrameReader => new H264Reader();

class H264Reader implements CodedFrameReader {
  readonly #splitter = new NalSplitter();
  readonly #frames = new NalFrameAssembler();
  #sps: Buffer | undefined;
  #pps: Buffer | undefined;
  #displayOrder: DisplayOrder | undefined;
  configuration: Buffer | undefined;
  size: PictureSize | undefined;

  push(piece: Buffer): CodedFrame[] {
    return this.#splitter.push(piece).flatMap((unit) => this.#accept(unit));
  }

  end(): CodedFrame[] {
    return [...this.#splitter.end().flatMap((unit) => this.#accept(unit)), ...this.#frames.flush()];
  }

  pass({ sizes, startsWithKey }: SynthesizedFrames): void {
    if (!this.configuration)
      throw new UnsupportedStreamError('sample_units', 'a slice comes before its parameter sets');
    this.#displayOrder?.pass(sizes.length, startsWithKey);
  }

  #accept(unit: Buffer): CodedFrame[] {
    switch (nalType(unit)) {
      case NAL_TYPE.slice:
      case NAL_TYPE.idr:
        return this.#acceptSlice(unit);
      case NAL_TYPE.sps:
        if (this.#sps) assertSameParameterSet(this.#sps, unit);
        this.#sps ??= Buffer.from(unit);
        return [];
      case NAL_TYPE.pps:
        if (this.#pps) assertSameParameterSet(this.#pps, unit);
        this.#pps ??= Buffer.from(unit);
        return [];
      case NAL_TYPE.sei:
      case NAL_TYPE.delimiter:
        return [];
      default:
        throw new UnsupportedStreamError('sample_units', `a unit of type ${nalType(unit)} in the stream`);
    }
  }

  #acceptSlice(slice: Buffer): CodedFrame[] {
    if (!this.configuration) {
      if (!this.#sps || !this.#pps)
        throw new UnsupportedStreamError('sample_units', 'a slice comes before its parameter sets');
      const sps = parseSps(this.#sps);
      this.#displayOrder = displayOrderOf(sps);
      this.configuration = avcConfiguration(this.#sps, sps, this.#pps);
      this.size = { width: sps.width, height: sps.height };
    }
    // The first slice of a frame has `first_mb_in_slice` 0, written as a single 1 bit.
    const startsFrame = ((slice[1] ?? 0) & 0x80) !== 0;
    const shift = startsFrame ? (this.#displayOrder?.shiftOf(slice) ?? 0) : 0;
    return this.#frames.add(slice, { startsFrame, isKey: nalType(slice) === NAL_TYPE.idr, shift });
  }
}

/** Computes the composition offsets of frames from their picture order counts, by counting the frames of each GOP. */
class DisplayOrder {
  readonly #sps: SequenceParameterSet;
  #decodedFrames = 0;

  constructor(sps: SequenceParameterSet) {
    this.#sps = sps;
  }

  /** Counts frames that are shown when they are decoded. */
  pass(frames: number, startsGop: boolean): void {
    this.#decodedFrames = frames + (startsGop ? 0 : this.#decodedFrames);
  }

  /** Composition offset in frames (display order minus decoding order) of the frame that starts with this slice. */
  shiftOf(slice: Buffer): number {
    if (nalType(slice) === NAL_TYPE.idr) this.#decodedFrames = 0;
    const shift = readPictureOrderCountLsb(slice, this.#sps) / pictureOrderCount(1) - this.#decodedFrames;
    this.#decodedFrames += 1;
    return shift;
  }
}

/** The display order of a stream; undefined if frames are shown in decoding order. @throws UnsupportedStreamError when several pictures may wait to be shown */
function displayOrderOf(sps: SequenceParameterSet): DisplayOrder | undefined {
  const { pictureOrderType, reorderFrames } = sps;
  if (pictureOrderType === 2 || reorderFrames === 0) return undefined;
  if (pictureOrderType === 0 && reorderFrames === MAX_REORDERED_PICTURES) return new DisplayOrder(sps);
  throw new UnsupportedStreamError('sequence', 'frames may be reordered');
}

/** Profiles whose decoder configuration also states chroma format and bit depths. */
const PROFILES_WITH_FORMAT = new Set([100, 110, 122, 144]);

/** `AVCDecoderConfigurationRecord` of ISO/IEC 14496-15, 5.3.3.1, with lengths of 4 bytes. */
function avcConfiguration(
  sps: Buffer,
  { profile, chromaFormat, bitDepthLuma, bitDepthChroma }: SequenceParameterSet,
  pps: Buffer,
): Buffer {
  const lengthOf = (unit: Buffer): Buffer => Buffer.of(unit.length >> 8, unit.length & 0xff);
  return Buffer.concat([
    Buffer.of(1, profile, sps[2] ?? 0, sps[3] ?? 0, 0xfc | 3, 0xe0 | 1),
    lengthOf(sps),
    sps,
    Buffer.of(1),
    lengthOf(pps),
    pps,
    // Reserved bits are ones; the last byte counts SPS extensions.
    ...(PROFILES_WITH_FORMAT.has(profile)
      ? [Buffer.of(0xfc | chromaFormat, 0xf8 | (bitDepthLuma - 8), 0xf8 | (bitDepthChroma - 8), 0)]
      : []),
  ]);
}
