import { BitWriter } from '../bits/bit-io.ts';
import { BitstreamError, UnsupportedStreamError } from '../bits/stream-errors.ts';
import { escapeNal, NAL_TYPE, unescapeNal } from './nal.ts';
import { type CodedParameterSets, doesLevelAllowStream, parseParameterSets } from './parameter-sets.ts';
import { parseSliceHeader, type SliceHeader } from './slice-header.ts';

// In a stream with blended frames (see blend-frames.ts) a picture is decoded before the frames that blend into it, and shown after them. So
// slices state their place in display order, two pictures are kept for reference, and one may wait to be shown.

/** Bits of `pic_order_cnt_lsb`: it does not wrap within 2,048 frames, many times the longest GOP. */
const ORDER_BITS = 12;
/** `max_num_ref_frames` and `max_dec_frame_buffering`. */
const REFERENCE_PICTURES = 2;
/** Pictures that may wait, decoded, until others are shown (`max_num_reorder_frames`). */
export const MAX_REORDERED_PICTURES = 1;
/** B slices state the weights of both pictures. */
const EXPLICIT_WEIGHTS = 1;

/** The picture order count of a frame, from its place in display order: each of its two fields counts one. */
export const pictureOrderCount = (frame: number): number => 2 * frame;

/**
 * The parameter sets of a stream with display order, from those of a stream that is shown in decoding order. Nothing else in them changes,
 * so that pictures are decoded as before.
 * @throws UnsupportedStreamError when the sets state another order, or not how many pictures wait, or when their level does not allow two references at `fps`
 */
export function parameterSetsWithDisplayOrder(
  { spsNal, ppsNal, sps, pps }: CodedParameterSets,
  fps: number,
): CodedParameterSets {
  const fail = (message: string): never => {
    throw new UnsupportedStreamError('sequence', message);
  };
  if (sps.pictureOrderType !== 2) fail('pic_order_cnt_type is not 2');
  const { pictureOrderRange: orderRange, reorderRange } = sps;
  if (!reorderRange) return fail('the stream does not say how many pictures wait');
  const orderedSps = withChangedBits(spsNal, [
    {
      ...orderRange,
      write: (bits) =>
        bits
          .ue(0)
          .ue(ORDER_BITS - 4)
          .ue(REFERENCE_PICTURES),
    },
    { ...reorderRange, write: (bits) => bits.ue(MAX_REORDERED_PICTURES).ue(REFERENCE_PICTURES) },
  ]);
  const { bipredPosition: bipredStart } = pps;
  const weightedPps = withChangedBits(ppsNal, [
    { start: bipredStart, end: bipredStart + 2, write: (bits) => bits.u(2, EXPLICIT_WEIGHTS) },
  ]);
  const sets = parseParameterSets(orderedSps, weightedPps);
  if (!doesLevelAllowStream(sets.sps, fps)) fail(`level ${sps.level / 10} does not allow two references`);
  return sets;
}

/** Bits that are replaced: those from `start` up to `end` (exclusive). */
interface Change {
  start: number;
  end: number;
  write(bits: BitWriter): void;
}

function writeChanges(rbsp: Uint8Array, changes: readonly Change[], end: number): BitWriter {
  const bits = new BitWriter();
  let position = 0;
  for (const change of changes) {
    bits.copy(rbsp, position, change.start);
    change.write(bits);
    position = change.end;
  }
  return bits.copy(rbsp, position, end);
}

/** A parameter set with changed bits. */
function withChangedBits(nal: Uint8Array, changes: readonly Change[]): Uint8Array {
  const rbsp = unescapeNal(nal);
  const lastByte = rbsp.at(-1) ?? 0;
  const STOP_BIT = 1;
  const end = rbsp.length * 8 - Math.log2(lastByte & -lastByte) - STOP_BIT;
  return escapeNal(writeChanges(rbsp, changes, end).bit(STOP_BIT).align(0).bytes());
}

/** The place of a slice in the display order of the stream for which it is rewritten. */
export interface SliceDisplayPlace {
  /** Frames that are shown between the IDR picture and this one, plus one; 0 for the IDR picture. */
  shown: number;
  /** For an IDR slice: its new `idr_pic_id`. */
  idrPicId?: number | undefined;
}

/**
 * An I or P slice of a stream in decoding order, with its place in display order. `sets` are those of the old stream.
 * @throws BitstreamError for a slice that is not arithmetic-coded, or whose header cannot be read
 */
export function rewriteSliceForDisplayOrder(
  nal: Uint8Array,
  sets: CodedParameterSets,
  { shown, idrPicId }: SliceDisplayPlace,
): Uint8Array {
  const header = parseSliceHeader(nal, sets);
  const end = header.afterIdrPicIdPosition;
  return withChangedHeader(nal, sets, header, [
    {
      start: header.idrPicIdPosition ?? end,
      end,
      write(bits) {
        if (header.isIdr) bits.ue(idrPicId ?? header.idrPicId ?? 0);
        bits.u(ORDER_BITS, pictureOrderCount(shown));
      },
    },
  ]);
}

/**
 * The slice of an IDR picture as one of an I picture within a GOP: pictures before it stay, and it may be shown after
 * pictures that follow it.
 * @param frameNum counts reference pictures since the IDR picture; modulo MaxFrameNum
 * @throws BitstreamError as rewriteSliceForDisplayOrder, and for another slice
 */
export function nonIdrIntraSlice(
  nal: Uint8Array,
  sets: CodedParameterSets,
  { shown, frameNum }: { shown: number; frameNum: number },
): Uint8Array {
  const header = parseSliceHeader(nal, sets);
  if (!header.isIdr || !header.isReference) throw new BitstreamError('not a slice of an IDR picture');
  const IDR_MARKING_BITS = 2;
  const { markingPosition } = header;
  const slice = withChangedHeader(nal, sets, header, [
    {
      start: header.frameNumPosition,
      end: header.afterIdrPicIdPosition,
      write: (bits) => bits.u(sets.sps.frameNumBits, frameNum).u(ORDER_BITS, pictureOrderCount(shown)),
    },
    // `adaptive_ref_pic_marking_mode_flag` 0: the sliding window keeps references while there is room.
    { start: markingPosition, end: markingPosition + IDR_MARKING_BITS, write: (bits) => bits.bit(0) },
  ]);
  slice[0] = ((slice[0] ?? 0) & ~NAL_TYPE.idr) | NAL_TYPE.slice;
  return slice;
}

/**
 * A slice with other bits in its header. The arithmetic-coded data starts at a whole byte, so that its bytes are copied as
 * they are, unless emulation prevention could reach across the end of the header.
 */
function withChangedHeader(
  nal: Uint8Array,
  { pps }: CodedParameterSets,
  { dataPosition }: SliceHeader,
  changes: readonly Change[],
): Uint8Array {
  if (!pps.cabac) throw new BitstreamError('only arithmetic-coded slices can be moved');
  const headBytes = Math.ceil(dataPosition / 8);
  const escapedHeadBytes = escapedLength(nal, headBytes);
  const oldHead = unescapeNal(nal.subarray(0, escapedHeadBytes));
  const newHead = writeChanges(oldHead, changes, dataPosition).align(1).bytes();
  if (oldHead.at(-1) !== 0 && newHead.at(-1) !== 0)
    return Buffer.concat([escapeNal(newHead), nal.subarray(escapedHeadBytes)]);
  return escapeNal(Buffer.concat([newHead, unescapeNal(nal).subarray(headBytes)]));
}

/** The number of bytes of a NAL unit that contain the first `rbspBytes` bytes of its RBSP. */
function escapedLength(nal: Uint8Array, rbspBytes: number): number {
  let zeros = 0;
  let escapedBytes = 0;
  for (let count = 0; count < rbspBytes; escapedBytes++) {
    const byte = nal[escapedBytes];
    if (byte === undefined) throw new BitstreamError('a slice is shorter than its header');
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    count += 1;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return escapedBytes;
}
