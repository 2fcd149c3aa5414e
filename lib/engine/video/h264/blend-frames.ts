import { BitWriter } from '../bits/bit-io.ts';
import { UnsupportedStreamError } from '../bits/stream-errors.ts';
import type { EvenBox } from '../transitions/changed-box.ts';
import { startContext } from './cabac-context.ts';
import { CabacEncoder } from './cabac-encoder.ts';
import { pictureOrder } from './display-order.ts';
import { escapeNal } from './nal.ts';
import type { CodedParameterSets } from './parameter-sets.ts';
import { raisedMacroblocks } from './raised-macroblocks.ts';

/** m and n of the context of `mb_skip_flag` in B slices (ctxIdx 24, ITU-T H.264 table 9-14), for `cabac_init_idc` 0. */
const [SLOPE, OFFSET] = [18, 64];

/** `luma_log2_weight_denom` and `chroma_log2_weight_denom`: one less than the logarithm of WHOLE_WEIGHT, because two pictures are added. */
const LOG2_DENOMINATOR = 6;
/** The sum of the weights of both pictures. */
export const WHOLE_WEIGHT = 2 ** (LOG2_DENOMINATOR + 1);

/** Fields of one blended frame. */
export interface Blend {
  /** Its place in display order, as in `placedSlice`. */
  shown: number;
  /** `frame_num`: that of the next reference picture, because no picture refers to this one. */
  frameNum: number;
  /** Weight of the later picture, from 1 to WHOLE_WEIGHT − 1. */
  weight: number;
  /** The part of the later picture that is lower, and by how many rows of luma; absent, or 0 rows: everything is in its place. */
  lowered?: { box: EvenBox; down: number } | undefined;
}

/**
 * Frames that are a mix of two decoded pictures: B slices in which every macroblock is skipped, with zero vectors into the picture shown
 * before and the one shown after, and explicit weights. At 1080p each takes about 40 bytes. Skipped macroblocks with equal motion are not
 * deblocked. A part of the later picture may be lower, on its way to its place. Source: ITU-T H.264 (04/2017), 7.3.3, 8.4.1.2.2 and
 * 8.4.2.3.2.
 */
export class BlendFrames {
  readonly #sets: CodedParameterSets;
  readonly #data: Uint8Array;

  /** @param sets those of `withDisplayOrder` */
  constructor(sets: CodedParameterSets) {
    this.#sets = sets;
    this.#data = skippedMacroblocks(sets);
  }

  /**
   * The NAL unit of a frame.
   * @throws RangeError for a weight that the syntax cannot state; UnsupportedStreamError if a lowered part could be deblocked
   */
  nal(blend: Blend): Uint8Array {
    const { lowered } = blend;
    const isMoved = lowered !== undefined && lowered.down > 0;
    // Where vectors differ, a decoder would smooth the edges: the header must be able to say that it does not.
    if (isMoved && !this.#sets.pps.deblockingControl)
      throw new UnsupportedStreamError('sample_units', 'the deblocking of a raised part cannot be switched off');
    const data = isMoved ? raisedMacroblocks(this.#sets, lowered.box, lowered.down) : this.#data;
    return escapeNal(Buffer.concat([this.#header(blend), data]));
  }

  #header({ shown, frameNum, weight }: Blend): Uint8Array {
    if (!Number.isInteger(weight) || weight < 1 || weight >= WHOLE_WEIGHT)
      throw new RangeError(`a picture cannot have a weight of ${weight}`);
    const { sps, pps } = this.#sets;
    const [NOT_REFERENCED_SLICE, B_SLICE, NO_DEBLOCKING] = [0x01, 1, 1];
    const bits = new BitWriter().u(8, NOT_REFERENCED_SLICE).ue(0).ue(B_SLICE).ue(0);
    bits.u(sps.frameNumBits, frameNum).u(sps.pictureOrderBits ?? 0, pictureOrder(shown));
    // Spatial direct prediction: macroblocks have no vectors, because their neighbours have none. The lists of references are not
    // modified: the picture before, and the picture after.
    bits.bit(1).bit(0).bit(0).bit(0);
    bits.ue(LOG2_DENOMINATOR).ue(LOG2_DENOMINATOR);
    writeWeights(bits, WHOLE_WEIGHT - weight);
    writeWeights(bits, weight);
    bits.ue(0).se(0);
    if (pps.deblockingControl) bits.ue(NO_DEBLOCKING);
    return bits.align(1).bytes();
  }
}

/** Weights and offsets of one picture: luma, Cb, Cr. */
function writeWeights(bits: BitWriter, weight: number): void {
  bits.bit(1).se(weight).se(0);
  bits.bit(1).se(weight).se(0).se(weight).se(0);
}

/** All neighbours of a macroblock are absent or skipped, so that only the first context of the flag is used. */
function skippedMacroblocks({ sps, pps }: CodedParameterSets): Uint8Array {
  const cabac = new CabacEncoder();
  const context = startContext(SLOPE, OFFSET, pps.initialQp);
  const count = sps.widthInMacroblocks * sps.heightInMacroblocks;
  for (let macroblock = 0; macroblock < count; macroblock++) {
    if (macroblock > 0) cabac.continueSlice();
    cabac.bin(context, 1);
  }
  return cabac.endSlice();
}
