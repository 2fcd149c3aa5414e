import type { JoinedFrames } from '../../clips/clip.ts';
import { annexB, type H264Frame, StreamParameterSets } from '../frames.ts';
import { idrPicIdOf, withIdrPicId } from '../idr-pic-id.ts';
import { annexBParameterSets, type CodedParameterSets, readParameterSets } from '../parameter-sets.ts';

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
