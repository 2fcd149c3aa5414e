import { createHash } from 'node:crypto';
import { UnsupportedStreamError } from '../bits/stream-errors.ts';
import { ANNEX_B_START_CODE } from '../h264/nal.ts';
import { assertSameParameterSet } from '../h264/parameter-sets.ts';

/** `nal_unit_type` (H.265, table 7-1). */
export const HEVC_NAL_TYPE = {
  trailN: 0,
  trailR: 1,
  /** RASL_R, the last type of slices outside random access pictures (10–15 are reserved). */
  lastLeading: 9,
  firstIrap: 16,
  idrWithLeading: 19,
  idr: 20,
  lastIrap: 21,
  vps: 32,
  sps: 33,
  pps: 34,
  delimiter: 35,
  prefixSei: 39,
  suffixSei: 40,
} as const;
const PARAMETER_SET_TYPES = [HEVC_NAL_TYPE.vps, HEVC_NAL_TYPE.sps, HEVC_NAL_TYPE.pps] as const;

/** The type of a NAL unit, from its header (H.265, 7.3.1.2). */
export const hevcNalType = (unit: Uint8Array): number => ((unit[0] ?? 0) >> 1) & 0x3f;

/** The parameter sets of an H.265 stream. Guard 1: it has one of each kind, and repeats only these. */
export class HevcParameterSets {
  readonly #units = new Map<number, Buffer>();

  /** Takes a unit and returns whether it is a parameter set. @throws UnsupportedStreamError when a set changes */
  accept(unit: Buffer): boolean {
    const type = hevcNalType(unit);
    if (!PARAMETER_SET_TYPES.some((set) => set === type)) return false;
    const firstSet = this.#units.get(type);
    if (firstSet) assertSameParameterSet(firstSet, unit);
    else this.#units.set(type, Buffer.from(unit));
    return true;
  }

  /** The SPS. @throws UnsupportedStreamError when it is missing */
  get sps(): Buffer {
    return this.#unit(HEVC_NAL_TYPE.sps);
  }

  /** The PPS. @throws UnsupportedStreamError when it is missing */
  get pps(): Buffer {
    return this.#unit(HEVC_NAL_TYPE.pps);
  }

  /** All parameter sets in Annex B, as they precede a key frame. @throws UnsupportedStreamError when one is missing */
  get annexB(): Buffer {
    return Buffer.concat(PARAMETER_SET_TYPES.flatMap((type) => [ANNEX_B_START_CODE, this.#unit(type)]));
  }

  /** SHA-256 (hex) of all parameter sets. @throws UnsupportedStreamError when one is missing */
  get hash(): string {
    return createHash('sha256').update(this.annexB).digest('hex');
  }

  #unit(type: number): Buffer {
    const unit = this.#units.get(type);
    if (!unit) throw new UnsupportedStreamError('parameter_sets', 'a picture comes before its parameter sets');
    return unit;
  }
}

/** The slices of one frame, and whether it is an IDR picture. */
export interface HevcFrame {
  isIdr: boolean;
  slices: Buffer[];
}

/**
 * The frames of a stream, without SEI; `sets` receives its parameter sets. The stream may contain IDR pictures and
 * trailing pictures only. @throws UnsupportedStreamError for any other unit
 */
export async function* readHevcFrames(
  units: AsyncIterable<Buffer>,
  sets: HevcParameterSets,
): AsyncGenerator<HevcFrame, void> {
  let frame: HevcFrame | undefined;
  for await (const unit of units) {
    const type = hevcNalType(unit);
    if (type === HEVC_NAL_TYPE.prefixSei || type === HEVC_NAL_TYPE.suffixSei || sets.accept(unit)) continue;
    const isIdr = type === HEVC_NAL_TYPE.idr || type === HEVC_NAL_TYPE.idrWithLeading;
    if (!isIdr && type !== HEVC_NAL_TYPE.trailN && type !== HEVC_NAL_TYPE.trailR) {
      throw new UnsupportedStreamError('sample_units', `a unit of type ${type} in a stream`);
    }
    // `first_slice_segment_in_pic_flag` is the first bit after the header of 2 bytes.
    const startsFrame = ((unit[2] ?? 0) & 0x80) !== 0;
    if (startsFrame) {
      if (frame) yield frame;
      frame = { isIdr, slices: [] };
    }
    if (!frame) throw new UnsupportedStreamError('sample_units', 'a stream starts inside a picture');
    frame.slices.push(unit);
  }
  if (frame) yield frame;
}
