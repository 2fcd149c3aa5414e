import { MACROBLOCK_SIDE } from './b-macroblocks.ts';
import { type BSliceCabacContexts, initialBSliceCabacContexts } from './b-slice-cabac-contexts.ts';
import { type CabacContext, initialCabacContext } from './cabac-context.ts';
import { CabacEncoder } from './cabac-encoder.ts';
import { encodeCabacBin, encodeMotionVectorDifference, encodeNoResidual } from './macroblock-syntax.ts';
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

/** A box in pixels, which is widened to whole macroblocks, with a vector for each of them, by its column and row. */
export interface MacroblockBoxWithVectors extends Omit<MacroblockBoxWithVector, 'x' | 'y'> {
  vectorOf(column: number, row: number): Vector;
}

/** The rows and columns of macroblocks of a box; the last ones exclusive. */
interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
  vectorOf(column: number, row: number): Vector;
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
  /** The vectors of macroblocks, and the differences to their predictions that were stated. */
  readonly #x: Int16Array;
  readonly #y: Int16Array;
  readonly #statedX: Int16Array;
  readonly #statedY: Int16Array;
  readonly #isCoded: Uint8Array;

  constructor({ sps, pps }: CodedParameterSets) {
    const { initialQp } = pps;
    this.#contexts = initialBSliceCabacContexts(initialQp);
    this.#skip = SKIP.map(([m, n]) => initialCabacContext(m, n, initialQp));
    this.#type = TYPE.map(([m, n]) => initialCabacContext(m, n, initialQp));
    this.#width = sps.widthInMacroblocks;
    this.#height = sps.heightInMacroblocks;
    const count = this.#width * this.#height;
    this.#x = new Int16Array(count);
    this.#y = new Int16Array(count);
    this.#statedX = new Int16Array(count);
    this.#statedY = new Int16Array(count);
    this.#isCoded = new Uint8Array(count);
  }

  data(boxes: readonly (MacroblockBoxWithVector | MacroblockBoxWithVectors)[]): Uint8Array {
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

  #area(box: MacroblockBoxWithVector | MacroblockBoxWithVectors): Area {
    const { left, top, width, height } = box;
    const first = (start: number): number => Math.max(0, Math.floor(start / MACROBLOCK_SIDE));
    const last = (end: number, most: number): number => Math.min(most, Math.ceil(end / MACROBLOCK_SIDE));
    return {
      ...{ left: first(left), top: first(top) },
      vectorOf: 'vectorOf' in box ? box.vectorOf : () => box,
      right: last(left + width, this.#width),
      bottom: last(top + height, this.#height),
    };
  }

  /** Codes a macroblock after a run of skipped ones, or adds it to the run. @returns the length of the run */
  #next(near: readonly Area[], column: number, row: number, run: number): number {
    let isBeside = false;
    let inside: Area | undefined;
    for (const area of near) {
      isBeside ||= column >= area.left - 1 && column < area.right + BESIDE;
      if (column >= area.left && column < area.right && row < area.bottom) inside = area;
    }
    if (!isBeside) return run + 1;
    this.#skipped(run);
    this.#macroblock(column, row, inside ? inside.vectorOf(column, row) : STILL);
    if (row < this.#height - 1 || column < this.#width - 1) this.#cabac.continueSlice();
    return 0;
  }

  /** Macroblocks amid the slice that are skipped like all their neighbours. */
  #skipped(count: number): void {
    const [first] = this.#skip;
    if (count > 0 && first) this.#cabac.binsInSlice(first, 1, count);
  }

  /** One part of the vector that is predicted from the neighbours, all of which refer to the same picture (8.4.1.3). */
  #predicted(vectors: Int16Array, at: number, column: number, row: number): number {
    const left = column > 0 ? (vectors[at - 1] ?? 0) : 0;
    if (row === 0) return left;
    const above = at - this.#width;
    const isLast = column === this.#width - 1;
    if (isLast && column === 0) return vectors[above] ?? 0;
    return median(left, vectors[above] ?? 0, vectors[isLast ? above - 1 : above + 1] ?? 0);
  }

  #isStill(at: number): boolean {
    return this.#x[at] === 0 && this.#y[at] === 0;
  }

  #macroblock(column: number, row: number, { x, y }: Vector): void {
    const at = row * this.#width + column;
    const [hasLeft, hasAbove] = [column > 0, row > 0];
    const above = at - this.#width;
    const coded = (hasLeft ? (this.#isCoded[at - 1] ?? 0) : 0) + (hasAbove ? (this.#isCoded[above] ?? 0) : 0);
    const [likelyX, likelyY] = [this.#predicted(this.#x, at, column, row), this.#predicted(this.#y, at, column, row)];
    // In P slices a skipped macroblock stays next to an edge, and next to one that stays.
    const isBeside = hasLeft && hasAbove && !this.#isStill(at - 1) && !this.#isStill(above);
    const isSkipped = x === (isBeside ? likelyX : 0) && y === (isBeside ? likelyY : 0);
    this.#x[at] = x;
    this.#y[at] = y;
    encodeCabacBin(this.#cabac, this.#skip[coded], isSkipped ? 1 : 0);
    if (isSkipped) return;
    this.#isCoded[at] = 1;
    // P_L0_16x16.
    for (const context of this.#type) encodeCabacBin(this.#cabac, context, 0);
    const around = (stated: Int16Array): number =>
      (hasLeft ? (stated[at - 1] ?? 0) : 0) + (hasAbove ? (stated[above] ?? 0) : 0);
    encodeMotionVectorDifference(this.#cabac, this.#contexts.across, around(this.#statedX), x - likelyX);
    encodeMotionVectorDifference(this.#cabac, this.#contexts.down, around(this.#statedY), y - likelyY);
    this.#statedX[at] = Math.abs(x - likelyX);
    this.#statedY[at] = Math.abs(y - likelyY);
    encodeNoResidual(this.#cabac, this.#contexts, { hasLeft, hasAbove });
  }
}

const median = (a: number, b: number, c: number): number => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));

/** The data of a P slice, with its stop bit. @param boxes at least one; a later one lies over those before it */
export const pSliceMacroblockData = (
  sets: CodedParameterSets,
  boxes: readonly (MacroblockBoxWithVector | MacroblockBoxWithVectors)[],
): Uint8Array => new PMacroblocks(sets).data(boxes);
