import type { EvenBox } from '../transitions/changed-box.ts';
import { type Context, startContext } from './cabac-context.ts';
import { CabacEncoder } from './cabac-encoder.ts';
import type { CodedParameterSets } from './parameter-sets.ts';

/** m and n of contexts of B slices (ITU-T H.264 tables 9-13 to 9-18), for `cabac_init_idc` 0. */
const TABLE = {
  /** `mb_skip_flag`, ctxIdx 24–26. */
  skip: [
    [18, 64],
    [9, 43],
    [29, 0],
  ],
  /** `mb_type`, ctxIdx 27–32. */
  type: [
    [26, 67],
    [16, 90],
    [9, 104],
    [-46, 127],
    [-20, 104],
    [1, 67],
  ],
  /** Horizontal `mvd`, ctxIdx 40. */
  across: [[-3, 69]],
  /** Vertical `mvd`, ctxIdx 47–53. */
  down: [
    [0, 58],
    [-3, 76],
    [-10, 94],
    [5, 54],
    [4, 69],
    [-3, 81],
    [0, 88],
  ],
  /** Luma bins of `coded_block_pattern`, ctxIdx 73–76. */
  luma: [
    [-27, 126],
    [-28, 98],
    [-25, 101],
    [-23, 67],
  ],
  /** The first chroma bin of `coded_block_pattern`, ctxIdx 77. */
  chroma: [[-28, 82]],
} as const satisfies Record<string, readonly (readonly [number, number])[]>;

type Contexts = { [Name in keyof typeof TABLE]: [Context, ...Context[]] };

const contextsAt = (qp: number): Contexts =>
  Object.fromEntries(
    Object.entries(TABLE).map(([name, pairs]) => [name, pairs.map(([m, n]) => startContext(m, n, qp))]),
  ) as Contexts;

/** Luma rows and columns of a macroblock. */
const SIDE = 16;
/** Vectors count quarters of luma samples. */
const QUARTERS = 4;
/** Values of `mvd` from here on have an Exp-Golomb suffix (`uCoff`), of this order at first. */
const [LONGEST_PREFIX, SUFFIX_ORDER] = [9, 3];

const median = (a: number, b: number, c: number): number => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));

/**
 * The data of a B slice in which the part of the later picture within a box is lower by some rows, and everything else is in its place. All
 * macroblocks mix both pictures. Those whose vectors follow from their neighbours are skipped; the others state them, without a residual.
 * Source: ITU-T H.264 (04/2017), 7.3.5, 8.4.1.2.2, 8.4.1.3 and 9.3.
 */
class RaisedMacroblocks {
  readonly #cabac = new CabacEncoder();
  readonly #contexts: Contexts;
  readonly #width: number;
  readonly #height: number;
  /** Vertical vectors into the later picture. Those into the picture before are zero, and so are all horizontal ones. */
  readonly #vectors: Int16Array;
  /** Absolute differences of these vectors to their predictions; 0 in skipped macroblocks. */
  readonly #differences: Int16Array;
  readonly #isCoded: Uint8Array;

  constructor({ sps, pps }: CodedParameterSets) {
    this.#contexts = contextsAt(pps.initialQp);
    this.#width = sps.widthInMacroblocks;
    this.#height = sps.heightInMacroblocks;
    const count = this.#width * this.#height;
    this.#vectors = new Int16Array(count);
    this.#differences = new Int16Array(count);
    this.#isCoded = new Uint8Array(count);
  }

  /** @param down rows of luma, from 1 */
  data({ x, y, width, height }: EvenBox, down: number): Uint8Array {
    const [left, right] = [Math.floor(x / SIDE), Math.ceil((x + width) / SIDE)];
    const [top, bottom] = [Math.floor(y / SIDE), Math.min(Math.ceil((y + height + down) / SIDE), this.#height)];
    // The row under the box states that it stays, and the one after that has it as its neighbour.
    const end = Math.min(bottom + 2, this.#height);
    this.#cabac.binsInSlice(this.#contexts.skip[0], 1, top * this.#width);
    for (let row = top; row < end; row++)
      for (let column = 0; column < this.#width; column++) {
        const isInside = column >= left && column < right && row < bottom;
        this.#macroblock(row * this.#width + column, column, isInside ? -QUARTERS * down : 0);
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

  #macroblock(at: number, column: number, vector: number): void {
    const { skip } = this.#contexts;
    const predicted = this.#predicted(at, column);
    const coded = this.#before(this.#isCoded, at, column);
    this.#vectors[at] = vector;
    this.#bin(skip[coded.left + coded.above], predicted === vector ? 1 : 0);
    if (predicted === vector) return;
    this.#isCoded[at] = 1;
    this.#differences[at] = Math.abs(vector - predicted);
    this.#bothPictures(coded.left + coded.above);
    this.#vectorDifference(at, column, vector - predicted);
    this.#noResidual(at, column);
  }

  /** The value of a field in the macroblocks to the left and above; 0 where there are none. */
  #before(field: Uint8Array | Int16Array, at: number, column: number): { left: number; above: number } {
    return {
      left: column > 0 ? (field[at - 1] ?? 0) : 0,
      above: at >= this.#width ? (field[at - this.#width] ?? 0) : 0,
    };
  }

  /** The predicted vector of a macroblock, which a skipped one has (8.4.1.3). */
  #predicted(at: number, column: number): number {
    const hasAbove = at >= this.#width;
    const { left, above } = this.#before(this.#vectors, at, column);
    if (!hasAbove) return left;
    const isLast = column === this.#width - 1;
    const corner = isLast ? (column > 0 ? at - this.#width - 1 : undefined) : at - this.#width + 1;
    if (corner === undefined) return above;
    return median(left, above, this.#vectors[corner] ?? 0);
  }

  /** `mb_type` B_Bi_16x16. */
  #bothPictures(neighbours: number): void {
    const { type } = this.#contexts;
    for (const [context, value] of [
      [neighbours, 1],
      [3, 1],
      [4, 0],
      [5, 0],
      [5, 0],
      [5, 0],
    ] as const)
      this.#bin(type[context], value);
  }

  /** `mvd_l0` and `mvd_l1`, of which only the last component differs from 0. */
  #vectorDifference(at: number, column: number, difference: number): void {
    const { across, down } = this.#contexts;
    this.#bin(across[0], 0);
    this.#bin(down[0], 0);
    this.#bin(across[0], 0);
    const { left, above } = this.#before(this.#differences, at, column);
    const sum = left + above;
    const length = Math.abs(difference);
    this.#bin(down[sum < 3 ? 0 : sum > 32 ? 2 : 1], 1);
    for (let bin = 1; bin < Math.min(length, LONGEST_PREFIX); bin++) this.#bin(down[Math.min(2 + bin, 6)], 1);
    if (length < LONGEST_PREFIX) this.#bin(down[Math.min(2 + length, 6)], 0);
    else this.#suffix(length - LONGEST_PREFIX);
    this.#cabac.bypass(difference < 0 ? 1 : 0);
  }

  #suffix(value: number): void {
    let [rest, order] = [value, SUFFIX_ORDER];
    for (; rest >= 2 ** order; order++) {
      this.#cabac.bypass(1);
      rest -= 2 ** order;
    }
    this.#cabac.bypass(0);
    for (let bit = order - 1; bit >= 0; bit--) this.#cabac.bypass(((rest >> bit) & 1) === 1 ? 1 : 0);
  }

  /** `coded_block_pattern` 0: its contexts count the neighbours without a residual, which are all of them. */
  #noResidual(at: number, column: number): void {
    const { luma, chroma } = this.#contexts;
    const left = column > 0 ? 1 : 0;
    const above = at >= this.#width ? 2 : 0;
    for (const context of [left + above, 1 + above, left + 2, 3]) this.#bin(luma[context], 0);
    this.#bin(chroma[0], 0);
  }

  #bin(context: Context | undefined, value: 0 | 1): void {
    if (!context) throw new RangeError('there is no such context');
    this.#cabac.bin(context, value);
  }
}

/** The data of a B slice, with its stop bit. @param down rows of luma by which the part of the later picture is lower, from 1 */
export const raisedMacroblocks = (sets: CodedParameterSets, box: EvenBox, down: number): Uint8Array =>
  new RaisedMacroblocks(sets).data(box, down);
