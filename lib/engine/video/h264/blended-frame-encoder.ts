import { BitWriter } from '../bits/bit-io.ts';
import { UnsupportedStreamError } from '../bits/stream-errors.ts';
import type { EvenBox } from '../transitions/changed-box.ts';
import {
  bSliceDataOfSideEntry,
  MAX_SHADOW_STEPS,
  type ShadowStep,
  type SideEntryTransitionFrame,
} from './b-slice-data-of-side-entry.ts';
import { bSliceDataWithLoweredPart, type SlowZoomMix } from './b-slice-data-with-lowered-part.ts';
import { initialCabacContext } from './cabac-context.ts';
import { CabacEncoder } from './cabac-encoder.ts';
import { pictureOrderCount } from './display-order.ts';
import { escapeNal } from './nal.ts';
import type { CodedParameterSets } from './parameter-sets.ts';

/** m and n of the context of `mb_skip_flag` in B slices (ctxIdx 24, ITU-T H.264 table 9-14), for `cabac_init_idc` 0. */
const [SKIP_CONTEXT_SLOPE, SKIP_CONTEXT_OFFSET] = [18, 64];

/** `luma_log2_weight_denom` and `chroma_log2_weight_denom`: one less than the logarithm of BLEND_WEIGHT_SUM, because two pictures are added. */
const LOG2_DENOMINATOR = 6;
/** The sum of the weights of the two pictures of which a frame is made: the one shown before it and the one shown after it. */
export const BLEND_WEIGHT_SUM = 2 ** (LOG2_DENOMINATOR + 1);
/** The weight in explicit weighted prediction with which a single picture keeps its brightness; lower ones darken it, as a shadow does. */
export const UNSHADOWED_PREDICTION_WEIGHT = 2 ** LOG2_DENOMINATOR;
/** Luma of black in limited range. */
const BLACK_LUMA = 16;

/** The way in which a frame is made of the pictures before and after it. */
export type PictureBlend =
  | {
      /** Weight of the later picture, from 1 to BLEND_WEIGHT_SUM − 1. */
      weight: number;
      /**
       * The part of the later picture that is lower, and by how many rows of luma (less than 0: it is higher); absent, or 0 rows: everything
       * is in its place.
       */
      lowered?: { box: EvenBox; down: number } | undefined;
      /** An image in a slow zoom; absent: there is none. */
      zoomed?: SlowZoomMix | undefined;
      moved?: undefined;
    }
  | { moved: SideEntryTransitionFrame };

/** A frame made of the pictures before and after it: the way in which it is made, and its place in the stream. */
export type BlendedFrame = PictureBlend & {
  /** Its place in display order, as in `rewriteSliceForDisplayOrder`. */
  shown: number;
  /** `frame_num`: that of the next reference picture, because no picture refers to this one. */
  frameNum: number;
};

/**
 * Frames that are made of two decoded pictures: B slices without residuals. Mostly every macroblock is skipped, with zero vectors into the
 * picture shown before and the one shown after, and explicit weights: at 1080p a frame takes about 40 bytes. Skipped macroblocks with equal
 * motion are not deblocked. A part of the later picture may be lower, on its way to its place, or the whole picture may come in from a
 * side. Source: ITU-T H.264 (04/2017), 7.3.3, 8.4.1.2.2 and 8.4.2.3.2.
 */
export class BlendedFrameEncoder {
  readonly #sets: CodedParameterSets;
  readonly #skippedData: Uint8Array;
  /** Frames of pictures that come in from a side; transitions of the same kind and length share them. */
  readonly #movedData = new Map<string, Uint8Array>();

  /** @param sets those of `parameterSetsWithDisplayOrder` */
  constructor(sets: CodedParameterSets) {
    this.#sets = sets;
    this.#skippedData = skippedMacroblocks(sets);
  }

  /**
   * The NAL unit of a frame.
   * @throws RangeError for a weight that the syntax cannot express; UnsupportedStreamError if a part that moves could be deblocked
   */
  nal(blend: BlendedFrame): Uint8Array {
    const isMoved = blend.moved !== undefined || (blend.lowered?.down ?? 0) !== 0 || blend.zoomed !== undefined;
    // Where vectors differ, a decoder would smooth the edges: the header must be able to say that it does not.
    if (isMoved && !this.#sets.pps.deblockingControl)
      throw new UnsupportedStreamError('sample_units', 'the deblocking of a part that moves cannot be switched off');
    return escapeNal(Buffer.concat([this.#header(blend), this.#macroblocks(blend)]));
  }

  #macroblocks(mix: PictureBlend): Uint8Array {
    if (mix.moved) return this.#movedMacroblocks(mix.moved);
    const { lowered, zoomed } = mix;
    const down = lowered?.down ?? 0;
    return down !== 0 || zoomed ? bSliceDataWithLoweredPart(this.#sets, lowered?.box, down, zoomed) : this.#skippedData;
  }

  #movedMacroblocks(moved: SideEntryTransitionFrame): Uint8Array {
    const key = JSON.stringify(moved);
    const data = this.#movedData.get(key) ?? bSliceDataOfSideEntry(this.#sets, moved);
    this.#movedData.set(key, data);
    return data;
  }

  #header(blend: BlendedFrame): Uint8Array {
    const { sps, pps } = this.#sets;
    const [NOT_REFERENCED_SLICE, B_SLICE, NO_DEBLOCKING] = [0x01, 1, 1];
    const bits = new BitWriter().u(8, NOT_REFERENCED_SLICE).ue(0).ue(B_SLICE).ue(0);
    bits.u(sps.frameNumBits, blend.frameNum).u(sps.pictureOrderBits ?? 0, pictureOrderCount(blend.shown));
    // Spatial direct prediction: macroblocks have no vectors, because their neighbours have none.
    bits.bit(1);
    if (blend.moved) writeShadows(bits, blend.moved.shadow, sps.frameNumBits);
    else writeMix(bits, blend.weight);
    bits.ue(0).se(0);
    if (pps.deblockingControl) bits.ue(NO_DEBLOCKING);
    return bits.align(1).bytes();
  }
}

/** References and weights of a mix: the lists are not modified, and have the picture before and the picture after. */
function writeMix(bits: BitWriter, weight: number): void {
  if (!Number.isInteger(weight) || weight < 1 || weight >= BLEND_WEIGHT_SUM)
    throw new RangeError(`a picture cannot have a weight of ${weight}`);
  bits.bit(0).bit(0).bit(0);
  bits.ue(LOG2_DENOMINATOR).ue(LOG2_DENOMINATOR);
  writeWeights(bits, BLEND_WEIGHT_SUM - weight);
  writeWeights(bits, weight);
}

/** Weights and offsets of one picture: luma, Cb, Cr. */
function writeWeights(bits: BitWriter, weight: number): void {
  bits.bit(1).se(weight).se(0);
  bits.bit(1).se(weight).se(0).se(weight).se(0);
}

/** Lists and weights of a frame with a shadow: list 0 has the picture before once for each weight, after the one without. */
function writeShadows(bits: BitWriter, shadow: readonly ShadowStep[], frameNumBits: number): void {
  if (shadow.length > MAX_SHADOW_STEPS) throw new RangeError(`a shadow cannot have ${shadow.length} steps`);
  writeLists(bits, shadow.length, frameNumBits);
  bits.ue(LOG2_DENOMINATOR).ue(LOG2_DENOMINATOR);
  const [WHOLE_LUMA, WHOLE_CHROMA] = [0, 0];
  bits.bit(WHOLE_LUMA).bit(WHOLE_CHROMA);
  for (const { weight } of shadow) {
    if (!Number.isInteger(weight) || weight < 0 || weight > UNSHADOWED_PREDICTION_WEIGHT)
      throw new RangeError(`a shadow cannot leave ${weight}`);
    const offset = Math.round((BLACK_LUMA * (UNSHADOWED_PREDICTION_WEIGHT - weight)) / UNSHADOWED_PREDICTION_WEIGHT);
    bits.bit(1).se(weight).se(offset).bit(WHOLE_CHROMA);
  }
  bits.bit(WHOLE_LUMA).bit(WHOLE_CHROMA);
}

/** The lists of references: the picture before in list 0, once and `repetitions` more times, and the picture after in list 1. */
function writeLists(bits: BitWriter, repetitions: number, frameNumBits: number): void {
  const [SUBTRACT, END] = [0, 3];
  // `frame_num` of the picture after is one less than that of this frame, and that of the picture before two less; then the same number again.
  const [differenceToBefore, differenceOfNone] = [2 - 1, 2 ** frameNumBits - 1];
  bits.bit(repetitions > 0 ? 1 : 0);
  if (repetitions === 0) {
    bits.bit(0).bit(0);
    return;
  }
  bits.ue(repetitions).ue(0).bit(1).ue(SUBTRACT).ue(differenceToBefore);
  for (let i = 0; i < repetitions; i++) bits.ue(SUBTRACT).ue(differenceOfNone);
  bits.ue(END).bit(0);
}

/** All neighbours of a macroblock are absent or skipped, so that only the first context of the flag is used. */
function skippedMacroblocks({ sps, pps }: CodedParameterSets): Uint8Array {
  const cabac = new CabacEncoder();
  const context = initialCabacContext(SKIP_CONTEXT_SLOPE, SKIP_CONTEXT_OFFSET, pps.initialQp);
  const count = sps.widthInMacroblocks * sps.heightInMacroblocks;
  for (let macroblock = 0; macroblock < count; macroblock++) {
    if (macroblock > 0) cabac.continueSlice();
    cabac.bin(context, 1);
  }
  return cabac.endSlice();
}
