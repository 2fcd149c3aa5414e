import { NAL, nalType } from './nal.ts';

/** The NAL units of one frame, parameter sets and SEI before it included. */
export interface AccessUnit {
  units: Buffer[];
  isIdr: boolean;
}

/** Groups NAL units into frames. A slice whose first macroblock is the first of the picture starts a new frame. */
export async function* accessUnits(units: AsyncIterable<Buffer>): AsyncGenerator<AccessUnit> {
  let current: AccessUnit = { units: [], isIdr: false };
  let hasSlice = false;
  for await (const unit of units) {
    const slice = isSlice(unit);
    if (hasSlice && (!slice || startsPicture(unit))) {
      yield current;
      current = { units: [], isIdr: false };
      hasSlice = false;
    }
    current.units.push(unit);
    hasSlice ||= slice;
    if (nalType(unit) === NAL.idr) current.isIdr = true;
  }
  if (hasSlice) yield current;
}

const isSlice = (unit: Uint8Array): boolean => nalType(unit) === NAL.slice || nalType(unit) === NAL.idr;

/** `first_mb_in_slice` is 0, which is a single 1 bit. */
const startsPicture = (unit: Uint8Array): boolean => ((unit[1] ?? 0) & 0x80) !== 0;
