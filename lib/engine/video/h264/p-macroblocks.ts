import { MACROBLOCK_SIDE } from './b-macroblocks.ts';
import { type BSliceCabacContexts, initialBSliceCabacContexts } from './b-slice-cabac-contexts.ts';
import { type CabacContext, initialCabacContext } from './cabac-context.ts';
import { CabacEncoder } from './cabac-encoder.ts';
import { encodeCabacBin, encodeMotionVectorDifference, encodeNoResidual } from './macroblock-syntax.ts';
import { MotionVectorField } from './motion-vector-field.ts';
import type { CodedParameterSets } from './parameter-sets.ts';

/** m and n of contexts of P slices (ITU-T H.264 table 9-13), for `cabac_init_idc` 0: `mb_skip_flag`, ctxIdx 11–13, and `mb_type`, 14–16. */
const SKIP = [
  [23, 33],
  [23, 2],
  [21, 0],
] as const;
const TYPE = [
  [1, 9],
  [0, 49],
  [-37, 118],
] as const;

/** A vector in quarters of luma samples: samples are taken from this far to the right and down. */
interface Vector {
  x: number;
  y: number;
}

/** A box in pixels, which is widened to whole macroblocks, with the vector of all of them. */
export interface MacroblockBoxWithVector extends Vector {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The rows and columns of macroblocks of a box; the last ones exclusive. */
interface Area extends Vector {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const STILL: Vector = { x: 0, y: 0 };

/** Coded macroblocks to the right of a box and below it: the first may state that it stays, and the next one has it as its neighbour. */
const BESIDE = 2;

/**
 * The data of a P slice without residuals, in which the macroblocks of boxes are seen from another place of the picture before. Macroblocks
 * whose vectors follow from their neighbours are skipped; the others state them. Source: ITU-T H.264 (04/2017), 7.3.5, 8.4.1.1, 8.4.1.3
 * and 9.3.
 */
class PMacroblocks {
  readonly #cabac = new CabacEncoder();
  readonly #contexts: BSliceCabacContexts;
  readonly #skip: readonly CabacContext[];
  readonly #type: readonly CabacContext[];
  readonly #width: number;
  readonly #height: number;
  readonly #field: MotionVectorField;
  /** 1 for macroblocks whose vector is not zero. */
  readonly #isMoved: Uint8Array;
  readonly #isCoded: Uint8Array;

  constructor({ sps, pps }: CodedParameterSets) {
    const { initialQp } = pps;
    this.#contexts = initialBSliceCabacContexts(initialQp);
    this.#skip = SKIP.map(([m, n]) => initialCabacContext(m, n, initialQp));
    this.#type = TYPE.map(([m, n]) => initialCabacContext(m, n, initialQp));
    this.#width = sps.widthInMacroblocks;
    this.#height = sps.heightInMacroblocks;
    const count = this.#width * this.#height;
    this.#field = new MotionVectorField(2 * this.#width, this.#height, 0);
    this.#isMoved = new Uint8Array(count);
    this.#isCoded = new Uint8Array(count);
  }

  data(boxes: readonly MacroblockBoxWithVector[]): Uint8Array {
    const areas = boxes.map((box) => this.#area(box));
    // Macroblocks that are far from all boxes are skipped like all their neighbours, and coded as a run.
    let run = 0;
    for (let row = 0; row < this.#height; row++) {
      const near = areas.filter(({ top, bottom }) => row >= top && row < bottom + BESIDE);
      if (near.length === 0) run += this.#width;
      else for (let column = 0; column < this.#width; column++) run = this.#next(near, column, row, run);
    }
    this.#skipped(run - 1);
    if (run > 0) encodeCabacBin(this.#cabac, this.#skip[0], 1);
    return this.#cabac.endSlice();
  }

  #area({ left, top, width, height, x, y }: MacroblockBoxWithVector): Area {
    const first = (start: number): number => Math.max(0, Math.floor(start / MACROBLOCK_SIDE));
    const last = (end: number, most: number): number => Math.min(most, Math.ceil(end / MACROBLOCK_SIDE));
    return {
      ...{ x, y, left: first(left), top: first(top) },
      right: last(left + width, this.#width),
      bottom: last(top + height, this.#height),
    };
  }

  /** Codes a macroblock after a run of skipped ones, or adds it to the run. @returns the length of the run */
  #next(near: readonly Area[], column: number, row: number, run: number): number {
    if (!near.some(({ left, right }) => column >= left - 1 && column < right + BESIDE)) return run + 1;
    this.#skipped(run);
    const inside = near.findLast(({ left, right, bottom }) => column >= left && column < right && row < bottom);
    this.#macroblock(column, row, inside ?? STILL);
    if (row < this.#height - 1 || column < this.#width - 1) this.#cabac.continueSlice();
    return 0;
  }

  /** Macroblocks amid the slice that are skipped like all their neighbours. */
  #skipped(count: number): void {
    const [first] = this.#skip;
    if (count > 0 && first) this.#cabac.binsInSlice(first, 1, count);
  }

  #macroblock(column: number, row: number, vector: Vector): void {
    const at = row * this.#width + column;
    const [hasLeft, hasAbove] = [column > 0, row > 0];
    const coded =
      (hasLeft ? (this.#isCoded[at - 1] ?? 0) : 0) + (hasAbove ? (this.#isCoded[at - this.#width] ?? 0) : 0);
    const predicted = this.#field.predicted(2 * at, 0, 2);
    // In P slices a skipped macroblock stays next to an edge, and next to one that stays.
    const isBeside = hasLeft && hasAbove && this.#isMoved[at - 1] === 1 && this.#isMoved[at - this.#width] === 1;
    const [x, y] = isBeside ? predicted : [0, 0];
    const isSkipped = vector.x === x && vector.y === y;
    for (const half of [2 * at, 2 * at + 1]) this.#field.set(half, { reference: 0, x: vector.x, y: vector.y });
    this.#isMoved[at] = vector.x === 0 && vector.y === 0 ? 0 : 1;
    encodeCabacBin(this.#cabac, this.#skip[coded], isSkipped ? 1 : 0);
    if (isSkipped) return;
    this.#isCoded[at] = 1;
    // P_L0_16x16.
    for (const context of this.#type) encodeCabacBin(this.#cabac, context, 0);
    const [aroundX, aroundY] = this.#field.statedAround(2 * at);
    const [differenceX, differenceY] = [vector.x - predicted[0], vector.y - predicted[1]];
    encodeMotionVectorDifference(this.#cabac, this.#contexts.across, aroundX, differenceX);
    encodeMotionVectorDifference(this.#cabac, this.#contexts.down, aroundY, differenceY);
    for (const half of [2 * at, 2 * at + 1]) this.#field.state(half, differenceX, differenceY);
    encodeNoResidual(this.#cabac, this.#contexts, { hasLeft, hasAbove });
  }
}

/** The data of a P slice, with its stop bit. @param boxes at least one; a later one lies over those before it */
export const pSliceMacroblockData = (sets: CodedParameterSets, boxes: readonly MacroblockBoxWithVector[]): Uint8Array =>
  new PMacroblocks(sets).data(boxes);
