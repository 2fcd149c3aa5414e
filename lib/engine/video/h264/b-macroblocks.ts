import { type BSliceCabacContexts, initialBSliceCabacContexts } from './b-slice-cabac-contexts.ts';
import type { CabacContext } from './cabac-context.ts';
import { CabacEncoder } from './cabac-encoder.ts';
import { encodeCabacBin, encodeMotionVectorDifference, encodeNoResidual } from './macroblock-syntax.ts';
import { MotionVectorField, type MotionVectorWithReference } from './motion-vector-field.ts';
import type { CodedParameterSets } from './parameter-sets.ts';

/** Luma rows and columns of a macroblock. */
export const MACROBLOCK_SIDE = 16;
/** The number of motion vector units per luma sample: vectors are in quarters of a sample. */
export const MOTION_VECTOR_UNITS_PER_SAMPLE = 4;

/** The pictures from which samples are taken: the previous one, by its index in list 0, and the later one; with both, their mix. */
export interface BlockPrediction {
  before?: MotionVectorWithReference | undefined;
  later?: MotionVectorWithReference | undefined;
}

/** A frame of a B slice, described by the prediction of each of its macroblocks. */
export interface PredictedFrame {
  /** Rows of macroblocks from `top` up to `end` (exclusive). All others mix both pictures in their places. */
  top: number;
  end: number;
  /** Number of entries of list 0. */
  references: number;
  /** The left and the right half of a macroblock: the same object if they are equal. Different halves have one picture each. */
  macroblock(column: number, row: number): readonly [left: BlockPrediction, right: BlockPrediction];
}

/** `mb_type` of a macroblock whose halves are of the given lists (table 7-14), less 3, in four bits (table 9-37). */
const HALVES_TYPE = { before: { before: 0b0010, later: 0b0110 }, later: { before: 0b1110, later: 0b0100 } } as const;
const BOTH_TYPE = 0b0000;

const listOf = ({ later }: BlockPrediction): 'before' | 'later' => (later ? 'later' : 'before');

/**
 * The data of a B slice without residuals. Macroblocks whose vectors follow from their neighbours are skipped; the others contain them. The
 * later picture must be an I picture, so that no vector is taken from it. Source: ITU-T H.264 (04/2017), 7.3.5, 8.4.1.2.2 and 9.3.
 */
class BMacroblocks {
  readonly #cabac = new CabacEncoder();
  readonly #contexts: BSliceCabacContexts;
  readonly #width: number;
  readonly #height: number;
  readonly #frame: PredictedFrame;
  readonly #before: MotionVectorField;
  readonly #later: MotionVectorField;
  readonly #isCoded: Uint8Array;

  constructor({ sps, pps }: CodedParameterSets, frame: PredictedFrame) {
    this.#contexts = initialBSliceCabacContexts(pps.initialQp);
    this.#width = sps.widthInMacroblocks;
    this.#height = sps.heightInMacroblocks;
    this.#frame = frame;
    this.#before = new MotionVectorField(2 * this.#width, this.#height, 0);
    this.#later = new MotionVectorField(2 * this.#width, this.#height, 0);
    this.#isCoded = new Uint8Array(this.#width * this.#height);
  }

  data(): Uint8Array {
    const { top, end } = this.#frame;
    this.#cabac.binsInSlice(this.#contexts.skip[0], 1, top * this.#width);
    for (let row = top; row < end; row++)
      for (let column = 0; column < this.#width; column++) {
        this.#macroblock(row * this.#width + column, column, row);
        if (row < this.#height - 1 || column < this.#width - 1) this.#cabac.continueSlice();
      }
    return this.#endWithSkipped((this.#height - end) * this.#width);
  }

  /** The rest of the slice: macroblocks that are skipped like all their neighbours. */
  #endWithSkipped(count: number): Uint8Array {
    const [first] = this.#contexts.skip;
    if (count > 0) {
      this.#cabac.binsInSlice(first, 1, count - 1);
      this.#cabac.bin(first, 1);
    }
    return this.#cabac.endSlice();
  }

  #macroblock(at: number, column: number, row: number): void {
    const { skip } = this.#contexts;
    const [left, right] = this.#frame.macroblock(column, row);
    const [codedLeft, codedAbove] = [
      column > 0 ? (this.#isCoded[at - 1] ?? 0) : 0,
      row > 0 ? (this.#isCoded[at - this.#width] ?? 0) : 0,
    ];
    const isSkipped = left === right && this.#isDirect(2 * at, left);
    this.#bin(skip[codedLeft + codedAbove], isSkipped ? 1 : 0);
    if (isSkipped) {
      this.#set(2 * at, left);
      this.#set(2 * at + 1, left);
      return;
    }
    this.#type(codedLeft + codedAbove, left, right);
    this.#isCoded[at] = 1;
    const halves = left === right ? [left] : [left, right];
    this.#references(2 * at, halves, column, row);
    this.#vectors(this.#before, 2 * at, halves, ({ before }) => before);
    this.#vectors(this.#later, 2 * at, halves, ({ later }) => later);
    encodeNoResidual(this.#cabac, this.#contexts, { hasLeft: column > 0, hasAbove: row > 0 });
  }

  #isDirect(at: number, { before, later }: BlockPrediction): boolean {
    const references = [this.#before.directReference(at), this.#later.directReference(at)] as const;
    const [first, second] = references;
    if (first < 0 && second < 0)
      return [before, later].every((each) => each?.reference === 0 && each.x === 0 && each.y === 0);
    return this.#before.isDirect(at, first, before) && this.#later.isDirect(at, second, later);
  }

  #set(at: number, { before, later }: BlockPrediction): void {
    this.#before.set(at, before);
    this.#later.set(at, later);
  }

  #type(neighbours: number, left: BlockPrediction, right: BlockPrediction): void {
    const { type } = this.#contexts;
    this.#bin(type[neighbours], 1);
    const isWhole = left === right;
    if (isWhole && !(left.before && left.later)) {
      this.#bin(type[3], 0);
      this.#bin(type[5], left.later ? 1 : 0);
      return;
    }
    this.#bin(type[3], 1);
    const bits = isWhole ? BOTH_TYPE : HALVES_TYPE[listOf(left)][listOf(right)];
    for (let bit = 3; bit >= 0; bit--) this.#bin(type[bit === 3 ? 4 : 5], ((bits >> bit) & 1) === 1 ? 1 : 0);
  }

  /** `ref_idx_l0`; list 1 has only one picture, so its index is not written. */
  #references(at: number, halves: readonly BlockPrediction[], column: number, row: number): void {
    const { reference: contexts } = this.#contexts;
    for (const [half, { before }] of halves.entries()) {
      if (before && this.#frame.references > 1) {
        const [left, above] = this.#before.referencesAround(at + half);
        const macroblock = row * this.#width + column;
        const isLeftStated = half === 1 || (column > 0 && this.#isCoded[macroblock - 1] === 1);
        const isAboveStated = row > 0 && this.#isCoded[macroblock - this.#width] === 1;
        let context = (isLeftStated && left > 0 ? 1 : 0) + (isAboveStated && above > 0 ? 2 : 0);
        for (let bin = 0; bin < before.reference; bin++) {
          this.#bin(contexts[context], 1);
          context = bin === 0 ? 4 : 5;
        }
        this.#bin(contexts[context], 0);
      }
      this.#before.set(at + half, before);
      if (halves.length === 1) this.#before.set(at + 1, before);
    }
  }

  /** The vectors into the pictures of one list, as differences to their predictions. */
  #vectors(
    field: MotionVectorField,
    at: number,
    halves: readonly BlockPrediction[],
    vectorOf: (half: BlockPrediction) => MotionVectorWithReference | undefined,
  ): void {
    const isWhole = halves.length === 1;
    for (const [half, prediction] of halves.entries()) field.set(at + half, vectorOf(prediction));
    if (isWhole) field.set(at + 1, halves[0] && vectorOf(halves[0]));
    for (const [half, prediction] of halves.entries()) {
      const vector = vectorOf(prediction);
      if (!vector) continue;
      const [x, y] = field.predicted(at + half, vector.reference, isWhole ? 2 : 1);
      const [aroundX, aroundY] = field.statedAround(at + half);
      encodeMotionVectorDifference(this.#cabac, this.#contexts.across, aroundX, vector.x - x);
      encodeMotionVectorDifference(this.#cabac, this.#contexts.down, aroundY, vector.y - y);
      field.state(at + half, vector.x - x, vector.y - y);
      if (isWhole) field.state(at + 1, vector.x - x, vector.y - y);
    }
  }

  #bin(context: CabacContext | undefined, value: 0 | 1): void {
    encodeCabacBin(this.#cabac, context, value);
  }
}

/** The data of a B slice, with its stop bit. */
export const bSliceMacroblockData = (sets: CodedParameterSets, frame: PredictedFrame): Uint8Array =>
  new BMacroblocks(sets, frame).data();
