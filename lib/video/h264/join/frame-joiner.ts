import { BitReader, BitWriter } from '../../bits/bit-io.ts';
import { BitstreamError } from '../../bits/stream-errors.ts';
import type { JoinedFrames } from '../../clips/clip.ts';
import { annexB, type H264Frame, StreamParameterSets } from '../frames.ts';
import { escapeNal, unescapeNal } from '../nal.ts';
import { annexBParameterSets, type CodedParameterSets, readParameterSets } from '../parameter-sets.ts';
import { type ParameterSets, parseSliceHeader } from '../slice-header.ts';

/**
 * Joins the frames of clips into one stream and counts them. Guard 1: all parameter sets are the same. Guard 5:
 * adjacent IDR pictures differ in `idr_pic_id`.
 */
export class FrameJoiner {
  /** Receives the parameter sets of every clip. */
  readonly parameterSets = new StreamParameterSets();
  readonly #counted: JoinedFrames;
  #read: CodedParameterSets | undefined;
  /** The `idr_pic_id` of the last frame if that was an IDR picture. */
  #adjacentId: number | undefined;

  constructor(counted: JoinedFrames) {
    this.#counted = counted;
  }

  /** The Annex B bytes of a frame. @throws UnsupportedStreamError, BitstreamError */
  frame({ isIdr, slices }: H264Frame): Uint8Array[] {
    if (!isIdr) return this.following(annexB(slices), 1);
    this.#counted.keyframes.push(this.#counted.frames);
    this.#counted.frames += 1;
    const sets = this.#codedSets();
    return [annexBParameterSets(sets), ...annexB(this.#withOwnId(slices, sets))];
  }

  /** Counts `frames` frames that are not IDR pictures, and returns their Annex B bytes. */
  following(bytes: readonly Uint8Array[], frames: number): Uint8Array[] {
    if (frames === 0) return [];
    this.#counted.frames += frames;
    this.#adjacentId = undefined;
    return [...bytes];
  }

  #codedSets(): CodedParameterSets {
    const { spsNal, ppsNal } = this.parameterSets.nals;
    this.#read ??= readParameterSets(spsNal, ppsNal);
    return this.#read;
  }

  #withOwnId(slices: readonly Uint8Array[], sets: CodedParameterSets): readonly Uint8Array[] {
    const [first] = slices;
    if (!first) return slices;
    const native = idrPicIdOf(first, sets);
    const isTaken = native === this.#adjacentId;
    const id = isTaken ? otherThan(native) : native;
    this.#adjacentId = id;
    return isTaken ? slices.map((slice) => withIdrPicId(slice, id, sets)) : slices;
  }
}

const otherThan = (id: number): number => (id === 0 ? 1 : 0);

/** The `idr_pic_id` of an IDR slice. @throws BitstreamError for another slice */
export function idrPicIdOf(nal: Uint8Array, sets: ParameterSets): number {
  const { idrPicId } = parseSliceHeader(nal, sets);
  if (idrPicId === undefined) throw new BitstreamError('not a slice of an IDR picture');
  return idrPicId;
}

/**
 * The same IDR slice with another `idr_pic_id` (0 to 65535). Adjacent IDR pictures must differ in it (guard 5): the JM
 * decoder aborts otherwise. The arithmetic-coded data starts at a whole byte, so that it is copied unchanged.
 * @throws BitstreamError for a slice that is not of an IDR picture or not arithmetic-coded
 */
export function withIdrPicId(nal: Uint8Array, idrPicId: number, sets: ParameterSets): Uint8Array {
  const header = parseSliceHeader(nal, sets);
  if (header.idrPicIdPosition === undefined) throw new BitstreamError('not a slice of an IDR picture');
  if (!sets.pps.cabac) throw new BitstreamError('only arithmetic-coded slices can be moved');
  if (header.idrPicId === idrPicId) return nal;
  const rbsp = unescapeNal(nal);
  const written = new BitWriter();
  copyBits(rbsp, 0, header.idrPicIdPosition, written);
  written.ue(idrPicId);
  copyBits(rbsp, header.afterIdrPicIdPosition, header.dataPosition, written);
  written.align(1);
  return escapeNal(Buffer.concat([written.bytes(), rbsp.subarray(Math.ceil(header.dataPosition / 8))]));
}

function copyBits(from: Uint8Array, start: number, end: number, to: BitWriter): void {
  const reader = new BitReader(from, start);
  while (reader.position < end) to.bit(reader.bit());
}
