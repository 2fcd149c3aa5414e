import { BitReader } from '../bits/bit-io.ts';
import { BitstreamError } from '../bits/stream-errors.ts';
import { NAL_TYPE, nalRefIdc, nalType, unescapeNal } from './nal.ts';
import type { PictureParameterSet } from './pps.ts';
import type { SequenceParameterSet } from './sps.ts';

/** The parameter sets that a slice refers to. */
export interface ParameterSets {
  sps: SequenceParameterSet;
  pps: PictureParameterSet;
}

/** `slice_type` modulo 5. */
export const SLICE_TYPE = { p: 0, b: 1, i: 2 } as const;

/** A slice header (H.264, 7.3.3) of a frame with picture order count type 2. Positions are in bits of the RBSP. */
export interface SliceHeader {
  isIdr: boolean;
  isReference: boolean;
  firstMacroblock: number;
  /** One of SLICE_TYPE. */
  type: number;
  frameNum: number;
  frameNumPosition: number;
  /** Only in IDR pictures. */
  idrPicId?: number | undefined;
  idrPicIdPosition?: number | undefined;
  /** The start of the first syntax element after `idr_pic_id`. */
  afterIdrPicIdPosition: number;
  /** The start of `dec_ref_pic_marking`; only in reference pictures. */
  markingPosition: number;
  /** Active references of list 0; 0 in an I slice. */
  references: number;
  cabacInitIdc: number;
  qp: number;
  /** The end of the header, before the alignment bits and the slice data. */
  dataPosition: number;
}

// Far more bytes than the syntax elements read here take. A slice often has 100 kB, of which only the start is needed.
const MAX_HEADER_BYTES = 64;

/** The type of any slice (one of SLICE_TYPE). Reading it needs no parameter sets. */
export function sliceType(nal: Uint8Array): number {
  const r = new BitReader(unescapeNal(nal.subarray(0, MAX_HEADER_BYTES)), 8);
  r.ue();
  return r.ue() % 5;
}

/**
 * `pic_order_cnt_lsb` of a slice of any type, in a stream of picture order count type 0.
 * @throws BitstreamError in a stream of another type
 */
export function readPictureOrderCountLsb(nal: Uint8Array, sps: SequenceParameterSet): number {
  if (sps.pictureOrderBits === undefined) throw new BitstreamError('slices state no picture order');
  const r = new BitReader(unescapeNal(nal.subarray(0, MAX_HEADER_BYTES)), 8);
  r.ue();
  r.ue();
  r.ue();
  r.u(sps.frameNumBits);
  if (nalType(nal) === NAL_TYPE.idr) r.ue();
  return r.u(sps.pictureOrderBits);
}

/**
 * Reads the header of a slice of a coded frame.
 * @throws BitstreamError for anything whose syntax this service does not need: fields, B slices, reference list
 * modifications, memory management operations, long-term references, weights, picture order counts of other types than
 * 2.
 */
export function parseSliceHeader(nal: Uint8Array, { sps, pps }: ParameterSets): SliceHeader {
  if (nalType(nal) !== NAL_TYPE.slice && nalType(nal) !== NAL_TYPE.idr)
    throw new BitstreamError('not a slice of a picture');
  if (sps.pictureOrderType !== 2) throw new BitstreamError('only pictures in decoding order are supported');
  if (!sps.framesOnly || sps.separateColourPlanes) throw new BitstreamError('only whole frames are supported');
  const isIdr = nalType(nal) === NAL_TYPE.idr;
  const isReference = nalRefIdc(nal) > 0;
  const r = new BitReader(unescapeNal(nal.subarray(0, MAX_HEADER_BYTES)), 8);
  const firstMacroblock = r.ue();
  const type = r.ue() % 5;
  if (type !== SLICE_TYPE.p && type !== SLICE_TYPE.i) throw new BitstreamError('only I and P slices are supported');
  if (r.ue() !== pps.id) throw new BitstreamError('a slice refers to a parameter set that the stream does not have');
  const frameNumPosition = r.position;
  const frameNum = r.u(sps.frameNumBits);
  const idrPicIdPosition = r.position;
  const idrPicId = isIdr ? r.ue() : undefined;
  const afterIdrPicIdPosition = r.position;
  if (pps.redundantPictures) r.ue();
  const references = type === SLICE_TYPE.p ? readReferences(r, pps) : 0;
  if (type === SLICE_TYPE.p && r.flag()) throw new BitstreamError('reference list modifications are not supported');
  if (type === SLICE_TYPE.p && pps.weightedPrediction) throw new BitstreamError('prediction weights are not supported');
  const markingPosition = r.position;
  if (isReference) checkMarking(r, isIdr);
  const cabacInitIdc = pps.cabac && type === SLICE_TYPE.p ? r.ue() : 0;
  const qp = pps.initialQp + r.se();
  if (pps.deblockingControl) skipDeblocking(r);
  return {
    isIdr,
    isReference,
    firstMacroblock,
    type,
    frameNum,
    frameNumPosition,
    idrPicId,
    idrPicIdPosition: isIdr ? idrPicIdPosition : undefined,
    afterIdrPicIdPosition,
    markingPosition,
    references,
    cabacInitIdc,
    qp,
    dataPosition: r.position,
  };
}

const readReferences = (r: BitReader, pps: PictureParameterSet): number => (r.flag() ? r.ue() + 1 : pps.references);

function checkMarking(r: BitReader, isIdr: boolean): void {
  if (isIdr) {
    r.flag();
    if (r.flag()) throw new BitstreamError('long-term references are not supported');
  } else if (r.flag()) {
    throw new BitstreamError('memory management operations are not supported');
  }
}

function skipDeblocking(r: BitReader): void {
  const OFF = 1;
  if (r.ue() === OFF) return;
  r.se();
  r.se();
}
