import { type BSliceCabacContexts, initialBSliceCabacContexts } from './b-slice-cabac-contexts.ts';
import type { CabacContext } from './cabac-context.ts';
import { CabacEncoder } from './cabac-encoder.ts';
import { encodeCabacBin, encodeMotionVectorDifference, encodeNoResidual } from './macroblock-syntax.ts';
import { MotionVectorField, type MotionVectorWithReference } from './motion-vector-field.ts';
import type { CodedParameterSets } from './parameter-sets.ts';

/** Luma samples along one side of a macroblock. */
export const MACROBLOCK_SIDE = 16;
/** The number of motion vector units per luma sample: vectors are in quarters of a sample. */
export const MOTION_VECTOR_UNITS_PER_SAMPLE = 4;

/** The pictures from which samples are taken: an earlier one, by its index in list 0, and the later one; with both, their mix. */
export interface BlockPrediction {
  earlier?: MotionVectorWithReference | undefined;
  later?: MotionVectorWithReference | undefined;
}

/** A frame of a B slice, described by the prediction of each of its macroblocks. */
export interface BSliceFramePrediction {
  /** The first row of macroblocks that `macroblock` describes. Rows outside `top` to `end` mix both pictures in their places. */
  top: number;
  /** Exclusive. */
  end: number;
  /** Number of entries of list 0. */
  references: number;
  /** The left and the right half of a macroblock: the same object if they are equal. Different halves have one picture each. */
  macroblock(column: number, row: number): readonly [left: BlockPrediction, right: BlockPrediction];
}

/**
 * The last four bins of `mb_type` (after `11`) of a macroblock whose left and right half use the given lists (8×16; tables 7-14 and 9-37).
 */
const HALVES_TYPE_BINS = {
  earlier: { earlier: 0b0010, later: 0b0110 },
  later: { earlier: 0b1110, later: 0b0100 },
} as const;
/** The last four bins of `mb_type` of B_Bi_16x16. */
const BOTH_TYPE_BINS = 0b0000;

const listOf = ({ later }: BlockPrediction): 'earlier' | 'later' => (later ? 'later' : 'earlier');

/**
 * The data of a B slice without residuals. Macroblocks whose vectors follow from their neighbours are skipped; the others contain them. The
 * later picture must be an I picture, so that no vector is taken from it. Source: ITU-T H.264 (04/2017), 7.3.5, 8.4.1.2.2 and 9.3.
 */
class BMacroblocks {
  readonly #cabac = new CabacEncoder();
  readonly #contexts: BSliceCabacContexts;
  readonly #width: number;
  readonly #height: number;
  readonly #frame: BSliceFramePrediction;
  readonly #earlier: MotionVectorField;
  readonly #later: MotionVectorField;
  readonly #isCoded: Uint8Array;

  constructor({ sps, pps }: CodedParameterSets, frame: BSliceFramePrediction) {
    this.#contexts = initialBSliceCabacContexts(pps.initialQp);
    this.#width = sps.widthInMacroblocks;
    this.#height = sps.heightInMacroblocks;
    this.#frame = frame;
    this.#earlier = new MotionVectorField(2 * this.#width, this.#height, 0);
    this.#later = new MotionVectorField(2 * this.#width, this.#height, 0);
    this.#isCoded = new Uint8Array(this.#width * this.#height);
  }

  data(): Uint8Array {
    const { top, end } = this.#frame;
    this.#cabac.binsInSlice(this.#contexts.skip[0], 1, top * this.#width);
    for (let row = top; row < end; row++)
      for (let column = 0; column < this.#width; column++) {
        this.#encodeMacroblock(row * this.#width + column, column, row);
        if (row < this.#height - 1 || column < this.#width - 1) this.#cabac.continueSlice();
      }
    return this.#endWithSkipped((this.#height - end) * this.#width);
  }

  /** Ends the slice with macroblocks that are skipped like all their neighbours. */
  #endWithSkipped(count: number): Uint8Array {
    const [firstContext] = this.#contexts.skip;
    if (count > 0) {
      this.#cabac.binsInSlice(firstContext, 1, count - 1);
      this.#cabac.bin(firstContext, 1);
    }
    return this.#cabac.endSlice();
  }

  /** Encodes a macroblock: skipped, if direct prediction gives exactly its prediction. */
  #encodeMacroblock(macroblockIndex: number, column: number, row: number): void {
    const { skip } = this.#contexts;
    const [left, right] = this.#frame.macroblock(column, row);
    const [codedLeft, codedAbove] = [
      column > 0 ? (this.#isCoded[macroblockIndex - 1] ?? 0) : 0,
      row > 0 ? (this.#isCoded[macroblockIndex - this.#width] ?? 0) : 0,
    ];
    const isSkipped = left === right && this.#isDirect(2 * macroblockIndex, left);
    this.#bin(skip[codedLeft + codedAbove], isSkipped ? 1 : 0);
    if (isSkipped) {
      this.#setVectors(2 * macroblockIndex, left);
      this.#setVectors(2 * macroblockIndex + 1, left);
      return;
    }
    this.#encodeType(codedLeft + codedAbove, left, right);
    this.#isCoded[macroblockIndex] = 1;
    const halves = left === right ? [left] : [left, right];
    this.#encodeReferences(2 * macroblockIndex, halves, column, row);
    this.#encodeVectors(this.#earlier, 2 * macroblockIndex, halves, ({ earlier }) => earlier);
    this.#encodeVectors(this.#later, 2 * macroblockIndex, halves, ({ later }) => later);
    encodeNoResidual(this.#cabac, this.#contexts, { hasLeft: column > 0, hasAbove: row > 0 });
  }

  /** Reports whether direct prediction (8.4.1.2.2) gives exactly this prediction. */
  #isDirect(halfIndex: number, { earlier, later }: BlockPrediction): boolean {
    const references = [this.#earlier.directReference(halfIndex), this.#later.directReference(halfIndex)] as const;
    const [earlierReference, laterReference] = references;
    if (earlierReference < 0 && laterReference < 0)
      return [earlier, later].every((vector) => vector?.reference === 0 && vector.x === 0 && vector.y === 0);
    return (
      this.#earlier.isDirect(halfIndex, earlierReference, earlier) &&
      this.#later.isDirect(halfIndex, laterReference, later)
    );
  }

  /** Stores the vectors of a half, from which those of its neighbours are predicted. */
  #setVectors(halfIndex: number, { earlier, later }: BlockPrediction): void {
    this.#earlier.set(halfIndex, earlier);
    this.#later.set(halfIndex, later);
  }

  /** Encodes `mb_type`. @param neighbours number of coded neighbours, left and above */
  #encodeType(neighbours: number, left: BlockPrediction, right: BlockPrediction): void {
    const { type } = this.#contexts;
    this.#bin(type[neighbours], 1);
    const isWhole = left === right;
    if (isWhole && !(left.earlier && left.later)) {
      this.#bin(type[3], 0);
      this.#bin(type[5], left.later ? 1 : 0);
      return;
    }
    this.#bin(type[3], 1);
    const bits = isWhole ? BOTH_TYPE_BINS : HALVES_TYPE_BINS[listOf(left)][listOf(right)];
    // ctxIdxInc of bins 1, 2 and later: table 9-39.
    for (let bit = 3; bit >= 0; bit--) this.#bin(type[bit === 3 ? 4 : 5], ((bits >> bit) & 1) === 1 ? 1 : 0);
  }

  /** Encodes `ref_idx_l0`; list 1 has only one picture, so its index is not written. */
  #encodeReferences(halfIndex: number, halves: readonly BlockPrediction[], column: number, row: number): void {
    const { reference: contexts } = this.#contexts;
    for (const [half, { earlier }] of halves.entries()) {
      if (earlier && this.#frame.references > 1) {
        const [left, above] = this.#earlier.referencesAround(halfIndex + half);
        const macroblock = row * this.#width + column;
        const isLeftStated = half === 1 || (column > 0 && this.#isCoded[macroblock - 1] === 1);
        const isAboveStated = row > 0 && this.#isCoded[macroblock - this.#width] === 1;
        let context = (isLeftStated && left > 0 ? 1 : 0) + (isAboveStated && above > 0 ? 2 : 0);
        for (let bin = 0; bin < earlier.reference; bin++) {
          this.#bin(contexts[context], 1);
          context = bin === 0 ? 4 : 5;
        }
        this.#bin(contexts[context], 0);
      }
      this.#earlier.set(halfIndex + half, earlier);
      if (halves.length === 1) this.#earlier.set(halfIndex + 1, earlier);
    }
  }

  /** Encodes the vectors into the pictures of one list, as differences to their predictions. */
  #encodeVectors(
    field: MotionVectorField,
    halfIndex: number,
    halves: readonly BlockPrediction[],
    vectorOf: (half: BlockPrediction) => MotionVectorWithReference | undefined,
  ): void {
    const isWhole = halves.length === 1;
    for (const [half, prediction] of halves.entries()) field.set(halfIndex + half, vectorOf(prediction));
    if (isWhole) field.set(halfIndex + 1, halves[0] && vectorOf(halves[0]));
    for (const [half, prediction] of halves.entries()) {
      const vector = vectorOf(prediction);
      if (!vector) continue;
      const [predictedX, predictedY] = field.predicted(halfIndex + half, vector.reference, isWhole ? 2 : 1);
      const [neighbourSumX, neighbourSumY] = field.statedAround(halfIndex + half);
      encodeMotionVectorDifference(this.#cabac, this.#contexts.across, neighbourSumX, vector.x - predictedX);
      encodeMotionVectorDifference(this.#cabac, this.#contexts.down, neighbourSumY, vector.y - predictedY);
      field.state(halfIndex + half, vector.x - predictedX, vector.y - predictedY);
      if (isWhole) field.state(halfIndex + 1, vector.x - predictedX, vector.y - predictedY);
    }
  }

  #bin(context: CabacContext | undefined, value: 0 | 1): void {
    encodeCabacBin(this.#cabac, context, value);
  }
}

/** The data of a B slice, with its stop bit. */
export const bSliceMacroblockData = (sets: CodedParameterSets, frame: BSliceFramePrediction): Uint8Array =>
  new BMacroblocks(sets, frame).data();
