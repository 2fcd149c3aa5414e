import { BitReader } from '../bits/bit-io.ts';
import { BitstreamError } from '../bits/stream-errors.ts';
import { NAL_TYPE, nalType, unescapeNal } from './nal.ts';

/** The fields of a sequence parameter set (H.264, 7.3.2.1.1) that this service reads. */
export interface SequenceParameterSet {
  profile: number;
  /** `level_idc`: 10 times the level, so 42 is level 4.2. */
  level: number;
  /** `chroma_format_idc`: 1 is 4:2:0. */
  chromaFormat: number;
  bitDepthLuma: number;
  bitDepthChroma: number;
  separateColourPlanes: boolean;
  /** Bits of `frame_num`: it counts modulo 2 to that power (MaxFrameNum). */
  frameNumBits: number;
  pictureOrderType: number;
  references: number;
  /** `gaps_in_frame_num_value_allowed_flag`. */
  frameNumGaps: boolean;
  widthInMacroblocks: number;
  heightInMacroblocks: number;
  framesOnly: boolean;
  /** Size of the shown picture in pixels, after cropping. */
  width: number;
  height: number;
  colour?: ColorDescription | undefined;
  /** From the VUI: `num_units_in_tick` and `time_scale`. Frames per second are timeScale / unitsInTick / 2. */
  timing?: { unitsInTick: number; timeScale: number; fixed: boolean } | undefined;
  /** From the VUI: `max_num_reorder_frames`. */
  reorderFrames?: number | undefined;
  /** Bits of `pic_order_cnt_lsb` in slice headers; only of picture order count type 0. */
  pictureOrderBits?: number | undefined;
  /** Bits from the start of `pic_order_cnt_type` to the end of `max_num_ref_frames`. */
  pictureOrderRange: BitRange;
  /** From the VUI: bits from the start of `max_num_reorder_frames` to the end of `max_dec_frame_buffering`. */
  reorderRange?: BitRange | undefined;
}

/** Bits of an RBSP, from the first up to `end` (exclusive). */
export interface BitRange {
  start: number;
  end: number;
}

/** Code points of ITU-T H.273. */
export interface ColorDescription {
  primaries: number;
  transfer: number;
  matrix: number;
  fullRange: boolean;
}

const PROFILES_WITH_CHROMA_FORMAT = new Set([44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244]);

/**
 * Reads an SPS NAL unit.
 * @throws BitstreamError when it is another unit, is cut, or has scaling lists (x264 writes none)
 */
export function parseSps(nal: Uint8Array): SequenceParameterSet {
  if (nalType(nal) !== NAL_TYPE.sps) throw new BitstreamError('not a sequence parameter set');
  const r = new BitReader(unescapeNal(nal), 8);
  const profile = r.u(8);
  r.u(8);
  const level = r.u(8);
  r.ue();
  const sampling = PROFILES_WITH_CHROMA_FORMAT.has(profile) ? readSampling(r) : BASELINE_SAMPLING;
  const frameNumBits = r.ue() + 4;
  const orderStart = r.position;
  const pictureOrderType = r.ue();
  const pictureOrderBits = readPictureOrder(r, pictureOrderType);
  const references = r.ue();
  const pictureOrderRange = { start: orderStart, end: r.position };
  const frameNumGaps = r.flag();
  const widthInMacroblocks = r.ue() + 1;
  const heightInMapUnits = r.ue() + 1;
  const framesOnly = r.flag();
  if (!framesOnly) r.flag();
  r.flag();
  const heightInMacroblocks = heightInMapUnits * (framesOnly ? 1 : 2);
  const crop = readCrop(r, sampling.chromaFormat, framesOnly);
  const vui = r.flag() ? readVui(r) : {};
  return {
    profile,
    level,
    ...sampling,
    frameNumBits,
    pictureOrderType,
    pictureOrderBits,
    pictureOrderRange,
    references,
    frameNumGaps,
    widthInMacroblocks,
    heightInMacroblocks,
    framesOnly,
    width: widthInMacroblocks * 16 - crop.across,
    height: heightInMacroblocks * 16 - crop.down,
    ...vui,
  };
}

type Sampling = Pick<SequenceParameterSet, 'chromaFormat' | 'separateColourPlanes' | 'bitDepthLuma' | 'bitDepthChroma'>;
const BASELINE_SAMPLING: Sampling = {
  chromaFormat: 1,
  separateColourPlanes: false,
  bitDepthLuma: 8,
  bitDepthChroma: 8,
};

function readSampling(r: BitReader): Sampling {
  const chromaFormat = r.ue();
  const separateColourPlanes = chromaFormat === 3 && r.flag();
  const bitDepthLuma = r.ue() + 8;
  const bitDepthChroma = r.ue() + 8;
  r.flag();
  if (r.flag()) throw new BitstreamError('scaling lists are not supported');
  return { chromaFormat, separateColourPlanes, bitDepthLuma, bitDepthChroma };
}

/** The bits of `pic_order_cnt_lsb`, for type 0. */
function readPictureOrder(r: BitReader, type: number): number | undefined {
  if (type === 0) return r.ue() + 4;
  if (type !== 1) return undefined;
  r.flag();
  r.se();
  r.se();
  for (let cycle = r.ue(); cycle > 0; cycle--) r.se();
  return undefined;
}

/** The luma samples that cropping removes. */
function readCrop(r: BitReader, chromaFormat: number, framesOnly: boolean): { across: number; down: number } {
  if (!r.flag()) return { across: 0, down: 0 };
  const [left, right, top, bottom] = [r.ue(), r.ue(), r.ue(), r.ue()];
  const unitAcross = chromaFormat === 1 || chromaFormat === 2 ? 2 : 1;
  const unitDown = (chromaFormat === 1 ? 2 : 1) * (framesOnly ? 1 : 2);
  return { across: (left + right) * unitAcross, down: (top + bottom) * unitDown };
}

type Vui = Pick<SequenceParameterSet, 'colour' | 'timing' | 'reorderFrames' | 'reorderRange'>;

function readVui(r: BitReader): Vui {
  const EXTENDED_ASPECT_RATIO = 255;
  if (r.flag() && r.u(8) === EXTENDED_ASPECT_RATIO) r.u(32);
  if (r.flag()) r.flag();
  const colour = r.flag() ? readColour(r) : undefined;
  if (r.flag()) {
    r.ue();
    r.ue();
  }
  const timing = r.flag() ? { unitsInTick: r.u(32), timeScale: r.u(32), fixed: r.flag() } : undefined;
  const nalHrd = r.flag();
  if (nalHrd) skipHrd(r);
  const vclHrd = r.flag();
  if (vclHrd) skipHrd(r);
  if (nalHrd || vclHrd) r.flag();
  r.flag();
  return { colour, timing, ...(r.flag() ? readReordering(r) : {}) };
}

function readColour(r: BitReader): ColorDescription | undefined {
  r.u(3);
  const fullRange = r.flag();
  if (!r.flag()) return undefined;
  return { primaries: r.u(8), transfer: r.u(8), matrix: r.u(8), fullRange };
}

function skipHrd(r: BitReader): void {
  const schedules = r.ue() + 1;
  r.u(8);
  for (let i = 0; i < schedules; i++) {
    r.ue();
    r.ue();
    r.flag();
  }
  r.u(20);
}

function readReordering(r: BitReader): Pick<Vui, 'reorderFrames' | 'reorderRange'> {
  r.flag();
  for (let i = 0; i < 4; i++) r.ue();
  const start = r.position;
  const reorderFrames = r.ue();
  r.ue();
  return { reorderFrames, reorderRange: { start, end: r.position } };
}
