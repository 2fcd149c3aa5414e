import { MACROBLOCK_SIDE } from './b-macroblocks.ts';
import { type BSliceCabacContexts, initialBSliceCabacContexts } from './b-slice-cabac-contexts.ts';
import { type CabacContext, initialCabacContext } from './cabac-context.ts';
import { CabacEncoder } from './cabac-encoder.ts';
import { encodeCabacBin, encodeMotionVectorDifference, encodeNoResidual } from './macroblock-syntax.ts';
import type { CodedParameterSets } from './parameter-sets.ts';

/** m and n of contexts of P slices (ITU-T H.264 table 9-13), for `cabac_init_idc` 0: `mb_skip_flag`, ctxIdx 11–13, and `mb_type`, 14–16. */
const SKIP_CONTEXTS = [
  [23, 33],
  [23, 2],
  [21, 0],
] as const;
const TYPE_CONTEXTS = [
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

/** The columns and rows of macroblocks of a box (`right` and `bottom` are exclusive), and their vectors. */
interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
  vectorOf(column: number, row: number): Vector;
}

const ZERO_VECTOR: Vector = { x: 0, y: 0 };

/** Coded macroblocks to the right of a box and below it: the first may have to state a zero vector, and the next one has it as its neighbour. */
const CODED_BEYOND_BOX = 2;

/**
 * The data of a P slice without residuals, in which the macroblocks of boxes take their samples from another place of the picture before. Those
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
    this.#skip = SKIP_CONTEXTS.map(([m, n]) => initialCabacContext(m, n, initialQp));
    this.#type = TYPE_CONTEXTS.map(([m, n]) => initialCabacContext(m, n, initialQp));
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
      const nearAreas = areas.filter(({ top, bottom }) => row >= top && row < bottom + CODED_BEYOND_BOX);
      if (nearAreas.length === 0) run += this.#width;
      else
        for (let column = 0; column < this.#width; column++) run = this.#codeOrExtendRun(nearAreas, column, row, run);
    }
    this.#codeSkippedRun(run - 1);
    if (run > 0) encodeCabacBin(this.#cabac, this.#skip[0], 1);
    return this.#cabac.endSlice();
  }

  #area(box: MacroblockBoxWithVector | MacroblockBoxWithVectors): Area {
    const { left, top, width, height } = box;
    const firstMacroblock = (start: number): number => Math.max(0, Math.floor(start / MACROBLOCK_SIDE));
    const endMacroblock = (end: number, max: number): number => Math.min(max, Math.ceil(end / MACROBLOCK_SIDE));
    return {
      left: firstMacroblock(left),
      top: firstMacroblock(top),
      vectorOf: 'vectorOf' in box ? box.vectorOf : () => box,
      right: endMacroblock(left + width, this.#width),
      bottom: endMacroblock(top + height, this.#height),
    };
  }

  /** Codes a macroblock after a run of skipped ones, or adds it to the run. @returns the length of the run */
  #codeOrExtendRun(nearAreas: readonly Area[], column: number, row: number, run: number): number {
    let isNearBox = false;
    let containingArea: Area | undefined;
    for (const area of nearAreas) {
      isNearBox ||= column >= area.left - 1 && column < area.right + CODED_BEYOND_BOX;
      if (column >= area.left && column < area.right && row < area.bottom) containingArea = area;
    }
    if (!isNearBox) return run + 1;
    this.#codeSkippedRun(run);
    this.#encodeMacroblock(column, row, containingArea ? containingArea.vectorOf(column, row) : ZERO_VECTOR);
    if (row < this.#height - 1 || column < this.#width - 1) this.#cabac.continueSlice();
    return 0;
  }

  /** Codes macroblocks amid the slice that are skipped like all their neighbours. */
  #codeSkippedRun(count: number): void {
    const [firstContext] = this.#skip;
    if (count > 0 && firstContext) this.#cabac.binsInSlice(firstContext, 1, count);
  }

  /** One part of the vector that is predicted from the neighbours, all of which refer to the same picture (8.4.1.3). */
  #predicted(vectors: Int16Array, macroblock: number, column: number, row: number): number {
    const left = column > 0 ? (vectors[macroblock - 1] ?? 0) : 0;
    if (row === 0) return left;
    const above = macroblock - this.#width;
    const isLast = column === this.#width - 1;
    if (isLast && column === 0) return vectors[above] ?? 0;
    return median(left, vectors[above] ?? 0, vectors[isLast ? above - 1 : above + 1] ?? 0);
  }

  #isStill(macroblock: number): boolean {
    return this.#x[macroblock] === 0 && this.#y[macroblock] === 0;
  }

  #encodeMacroblock(column: number, row: number, { x, y }: Vector): void {
    const macroblock = row * this.#width + column;
    const [hasLeft, hasAbove] = [column > 0, row > 0];
    const above = macroblock - this.#width;
    const codedNeighbours =
      (hasLeft ? (this.#isCoded[macroblock - 1] ?? 0) : 0) + (hasAbove ? (this.#isCoded[above] ?? 0) : 0);
    const [predictedX, predictedY] = [
      this.#predicted(this.#x, macroblock, column, row),
      this.#predicted(this.#y, macroblock, column, row),
    ];
    // In P slices a skipped macroblock has a zero vector at the left or upper edge, and next to a neighbour with a zero vector (8.4.1.1).
    const isSkipPredicted = hasLeft && hasAbove && !this.#isStill(macroblock - 1) && !this.#isStill(above);
    const isSkipped = x === (isSkipPredicted ? predictedX : 0) && y === (isSkipPredicted ? predictedY : 0);
    this.#x[macroblock] = x;
    this.#y[macroblock] = y;
    encodeCabacBin(this.#cabac, this.#skip[codedNeighbours], isSkipped ? 1 : 0);
    if (isSkipped) return;
    this.#isCoded[macroblock] = 1;
    // P_L0_16x16.
    for (const context of this.#type) encodeCabacBin(this.#cabac, context, 0);
    const neighbourSum = (stated: Int16Array): number =>
      (hasLeft ? (stated[macroblock - 1] ?? 0) : 0) + (hasAbove ? (stated[above] ?? 0) : 0);
    encodeMotionVectorDifference(this.#cabac, this.#contexts.across, neighbourSum(this.#statedX), x - predictedX);
    encodeMotionVectorDifference(this.#cabac, this.#contexts.down, neighbourSum(this.#statedY), y - predictedY);
    this.#statedX[macroblock] = Math.abs(x - predictedX);
    this.#statedY[macroblock] = Math.abs(y - predictedY);
    encodeNoResidual(this.#cabac, this.#contexts, { hasLeft, hasAbove });
  }
}

const median = (a: number, b: number, c: number): number => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));

/** The data of a P slice, with its stop bit. @param boxes at least one; a later one lies over those before it */
export const pSliceMacroblockData = (
  sets: CodedParameterSets,
  boxes: readonly (MacroblockBoxWithVector | MacroblockBoxWithVectors)[],
): Uint8Array => new PMacroblocks(sets).data(boxes);
