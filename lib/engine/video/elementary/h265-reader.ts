import { UnsupportedStreamError } from '../bits/stream-errors.ts';
import { NalSplitter } from '../h264/nal.ts';
import { assertSameParameterSet } from '../h264/parameter-sets.ts';
import { HEVC_NAL_TYPE, hevcNalType } from '../hevc/frames.ts';
import { type HevcContainerFields, parseHevcFormat } from '../hevc/parameter-sets.ts';
import { type CodedFrame, NalFrameAssembler, type PictureSize } from './coded-frame.ts';
import type { CodedFrameReader } from './coded-frame-reader.ts';

const LEFT_OUT_TYPES = [HEVC_NAL_TYPE.delimiter, HEVC_NAL_TYPE.prefixSei, HEVC_NAL_TYPE.suffixSei] as const;
const PARAMETER_SET_TYPES = [HEVC_NAL_TYPE.vps, HEVC_NAL_TYPE.sps, HEVC_NAL_TYPE.pps] as const;

const isSlice = (type: number): boolean =>
  type <= HEVC_NAL_TYPE.lastLeading || (type >= HEVC_NAL_TYPE.firstIrap && type <= HEVC_NAL_TYPE.lastIrap);

/**
 * Reads the frames of an Annex B stream of H.265, without parameter sets, delimiters and SEI. An `hvc1` track has its
 * parameter sets in the sample entry only, so that all of them have to be the same (guard 1).
 */
export const createH265FrameReader = (): CodedFrameReader => new H265Reader();

class H265Reader implements CodedFrameReader {
  readonly #splitter = new NalSplitter();
  readonly #frames = new NalFrameAssembler();
  readonly #parameterSets = new Map<number, Buffer>();
  configuration: Buffer | undefined;
  size: PictureSize | undefined;

  push(piece: Buffer): CodedFrame[] {
    return this.#splitter.push(piece).flatMap((unit) => this.#accept(unit));
  }

  end(): CodedFrame[] {
    return [...this.#splitter.end().flatMap((unit) => this.#accept(unit)), ...this.#frames.flush()];
  }

  #accept(unit: Buffer): CodedFrame[] {
    const type = hevcNalType(unit);
    if (isSlice(type)) return this.#acceptSlice(unit);
    if (PARAMETER_SET_TYPES.some((setType) => setType === type)) {
      const firstSet = this.#parameterSets.get(type);
      if (firstSet) assertSameParameterSet(firstSet, unit);
      else this.#parameterSets.set(type, Buffer.from(unit));
      return [];
    }
    if (LEFT_OUT_TYPES.some((leftOutType) => leftOutType === type)) return [];
    throw new UnsupportedStreamError('sample_units', `a unit of type ${type} in the stream`);
  }

  #acceptSlice(slice: Buffer): CodedFrame[] {
    if (!this.configuration) this.#setUp();
    // `first_slice_segment_in_pic_flag` is the first bit after the header of 2 bytes.
    const startsFrame = ((slice[2] ?? 0) & 0x80) !== 0;
    return this.#frames.add(slice, { startsFrame, isKey: hevcNalType(slice) >= HEVC_NAL_TYPE.firstIrap });
  }

  #setUp(): void {
    const spsUnit = this.#parameterSets.get(HEVC_NAL_TYPE.sps);
    if (!spsUnit || this.#parameterSets.size < PARAMETER_SET_TYPES.length) {
      throw new UnsupportedStreamError('sample_units', 'a slice comes before its parameter sets');
    }
    const sps = parseHevcFormat(spsUnit);
    if (sps.reorderFrames > 0) throw new UnsupportedStreamError('sequence', 'frames may be reordered');
    this.configuration = hevcConfiguration(this.#parameterSets, sps);
    this.size = { width: sps.width, height: sps.height };
  }
}

/** `HEVCDecoderConfigurationRecord` of ISO/IEC 14496-15, 8.3.3.1, with lengths of 4 bytes. */
function hevcConfiguration(sets: ReadonlyMap<number, Buffer>, sps: HevcContainerFields): Buffer {
  const layers = (sps.temporalLayers << 3) | (sps.temporalNesting ? 4 : 0) | 3;
  return Buffer.concat([
    Buffer.of(1),
    sps.profileTierLevel,
    // Segmentation, parallelism and the average frame rate are not stated. Reserved bits are ones.
    Buffer.of(0xf0, 0, 0xfc, 0xfc | sps.chromaFormat, 0xf8 | (sps.bitDepthLuma - 8), 0xf8 | (sps.bitDepthChroma - 8)),
    Buffer.of(0, 0, layers, PARAMETER_SET_TYPES.length),
    ...PARAMETER_SET_TYPES.flatMap((type) => parameterSetArray(type, sets.get(type) ?? Buffer.alloc(0))),
  ]);
}

/** `array_completeness` is 1: the samples contain no parameter sets. */
const parameterSetArray = (type: number, unit: Buffer): Buffer[] => [
  Buffer.of(0x80 | type, 0, 1, unit.length >> 8, unit.length & 0xff),
  unit,
];
