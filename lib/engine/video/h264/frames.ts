import { UnsupportedStreamError } from '../bits/stream-errors.ts';
import { ANNEX_B_START_CODE, NAL_TYPE, nalType } from './nal.ts';
import { annexBParameterSets, assertSameParameterSet } from './parameter-sets.ts';
import { SLICE_TYPE, sliceType } from './slice-header.ts';

/** The slices of one frame, without the units before them. */
export interface H264Frame {
  isIdr: boolean;
  slices: Buffer[];
}

/** The parameter sets of a stream. Guard 1: it has one SPS and one PPS, and repeats only these. */
export class StreamParameterSets {
  #spsNal: Buffer | undefined;
  #ppsNal: Buffer | undefined;

  /** Takes an SPS or PPS. @throws UnsupportedStreamError when it differs from the previous one */
  accept(unit: Buffer): void {
    if (nalType(unit) === NAL_TYPE.sps) this.#spsNal = firstOrSame(this.#spsNal, unit);
    else this.#ppsNal = firstOrSame(this.#ppsNal, unit);
  }

  /** The SPS and the PPS. @throws UnsupportedStreamError before the stream had both */
  get nals(): { spsNal: Buffer; ppsNal: Buffer } {
    if (!this.#spsNal || !this.#ppsNal)
      throw new UnsupportedStreamError('parameter_sets', 'a picture comes before its parameter sets');
    return { spsNal: this.#spsNal, ppsNal: this.#ppsNal };
  }
}

/** The first parameter set of its kind, or a copy of the unit if this is the first. @throws UnsupportedStreamError when they differ */
function firstOrSame(firstSet: Buffer | undefined, unit: Buffer): Buffer {
  if (firstSet) assertSameParameterSet(firstSet, unit);
  return firstSet ?? Buffer.from(unit);
}

/**
 * The frames of a stream, without SEI; `sets` receives its parameter sets. Guard 6: the stream contains nothing else,
 * and frames are shown in decoding order. @throws UnsupportedStreamError
 */
export async function* readH264Frames(
  units: AsyncIterable<Buffer>,
  sets: StreamParameterSets,
): AsyncGenerator<H264Frame, void> {
  for await (const { units: frameUnits, isIdr } of accessUnits(units)) {
    const slices: Buffer[] = [];
    for (const unit of frameUnits) {
      const type = nalType(unit);
      if (type === NAL_TYPE.sps || type === NAL_TYPE.pps) sets.accept(unit);
      else if (type === NAL_TYPE.slice || type === NAL_TYPE.idr) slices.push(checkedSlice(unit));
      else if (type !== NAL_TYPE.sei)
        throw new UnsupportedStreamError('sample_units', `a unit of type ${type} in a stream`);
    }
    yield { isIdr, slices };
  }
}

function checkedSlice(unit: Buffer): Buffer {
  if (sliceType(unit) === SLICE_TYPE.b)
    throw new UnsupportedStreamError('sample_units', 'a B slice: frames may be reordered');
  return unit;
}

/** Units as an Annex B stream, in pieces. */
export const annexBOfUnits = (units: readonly Uint8Array[]): Uint8Array[] =>
  units.flatMap((unit) => [ANNEX_B_START_CODE, unit]);

/** A frame in the form of clips: pieces of Annex B, with the parameter sets before an IDR picture. */
export const annexBPiecesOfFrame = (
  { isIdr, slices }: H264Frame,
  sets: Parameters<typeof annexBParameterSets>[0],
): Uint8Array[] => [...(isIdr ? [annexBParameterSets(sets)] : []), ...annexBOfUnits(slices)];

/** The NAL units of one frame, including the parameter sets and SEI before it. */
interface AccessUnit {
  units: Buffer[];
  isIdr: boolean;
}

/** Groups NAL units into frames. A slice that starts at the first macroblock of the picture starts a new frame. */
async function* accessUnits(units: AsyncIterable<Buffer>): AsyncGenerator<AccessUnit> {
  let current: AccessUnit = { units: [], isIdr: false };
  let hasSlice = false;
  for await (const unit of units) {
    const isSliceUnit = isSlice(unit);
    if (hasSlice && (!isSliceUnit || startsPicture(unit))) {
      yield current;
      current = { units: [], isIdr: false };
      hasSlice = false;
    }
    current.units.push(unit);
    hasSlice ||= isSliceUnit;
    if (nalType(unit) === NAL_TYPE.idr) current.isIdr = true;
  }
  if (hasSlice) yield current;
}

const isSlice = (unit: Uint8Array): boolean => nalType(unit) === NAL_TYPE.slice || nalType(unit) === NAL_TYPE.idr;

/** `first_mb_in_slice` is 0, written as a single 1 bit. */
const startsPicture = (unit: Uint8Array): boolean => ((unit[1] ?? 0) & 0x80) !== 0;
