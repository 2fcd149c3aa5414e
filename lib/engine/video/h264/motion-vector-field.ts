/** A vector into a picture, in quarters of luma samples, and the index of that picture in its list. */
export interface MotionVectorWithReference {
  reference: number;
  x: number;
  y: number;
}

const median = (a: number, b: number, c: number): number => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));

const smallestReference = (a: number, b: number): number => (a >= 0 && b >= 0 ? Math.min(a, b) : Math.max(a, b));

/**
 * Indexes in the field of the blocks next to a block: left, above, and above to the right (if that does not exist, above to the left); -1
 * if there is none.
 */
type Neighbours = readonly [left: number, above: number, corner: number];

/**
 * The vectors of a slice into the pictures of one list. Each macroblock has a left and a right half; halves are counted row by row, and no vector crosses
 * rows of macroblocks. Source: ITU-T H.264 (04/2017), 8.4.1.3.
 */
export class MotionVectorField {
  readonly #columns: number;
  /** Index of the picture of each half; -1: its macroblock has none of this list. */
  readonly #references: Int8Array;
  readonly #x: Int16Array;
  readonly #y: Int16Array;
  /** Absolute differences to the predictions that were stated; 0 where nothing was. */
  readonly #statedX: Int16Array;
  readonly #statedY: Int16Array;

  /** @param columns halves of a row. @param rows of macroblocks. @param reference of all halves that are not set */
  constructor(columns: number, rows: number, reference: number) {
    this.#columns = columns;
    const count = columns * rows;
    this.#references = new Int8Array(count).fill(reference);
    this.#x = new Int16Array(count);
    this.#y = new Int16Array(count);
    this.#statedX = new Int16Array(count);
    this.#statedY = new Int16Array(count);
  }

  /** Sets the vector of a half; undefined if it has none. */
  set(at: number, vector: MotionVectorWithReference | undefined): void {
    this.#references[at] = vector?.reference ?? -1;
    this.#x[at] = vector?.x ?? 0;
    this.#y[at] = vector?.y ?? 0;
  }

  /** Sets the differences that were stated for a half. */
  state(at: number, x: number, y: number): void {
    this.#statedX[at] = Math.abs(x);
    this.#statedY[at] = Math.abs(y);
  }

  /** The sums of the stated differences of the halves to the left and above, by which contexts are chosen. */
  statedAround(at: number): [x: number, y: number] {
    const [left, above] = this.#neighbours(at, 1);
    return [
      (this.#statedX[left] ?? 0) + (this.#statedX[above] ?? 0),
      (this.#statedY[left] ?? 0) + (this.#statedY[above] ?? 0),
    ];
  }

  /** The indexes of the pictures of the halves to the left and above; -1: none. */
  referencesAround(at: number): [left: number, above: number] {
    const [left, above] = this.#neighbours(at, 1);
    return [this.#references[left] ?? -1, this.#references[above] ?? -1];
  }

  /** The index that a macroblock without its own has (8.4.1.2.2); -1: none. @param at its left half */
  directReference(at: number): number {
    const [left, above, corner] = this.#neighbours(at, 2);
    const [a, b, c] = [this.#references[left] ?? -1, this.#references[above] ?? -1, this.#references[corner] ?? -1];
    return smallestReference(a, smallestReference(b, c));
  }

  /** Reports whether a vector is the one that a macroblock without its own has. @param at its left half */
  isDirect(at: number, reference: number, vector: MotionVectorWithReference | undefined): boolean {
    if (reference < 0 || vector === undefined) return reference < 0 && vector === undefined;
    if (vector.reference !== reference) return false;
    const [x, y] = this.predicted(at, reference, 2);
    return x === vector.x && y === vector.y;
  }

  /** The predicted vector of a whole macroblock (2 halves) or of a half (1). */
  predicted(at: number, reference: number, halves: 1 | 2): [x: number, y: number] {
    const neighbours = this.#neighbours(at, halves);
    const [left, above, corner] = neighbours;
    if (above < 0 && corner < 0) return left < 0 ? [0, 0] : this.#vector(left);
    // The left half is like its left neighbour, the right one like that to the right, if it is of the same picture.
    const preferred = halves === 2 ? -1 : at % 2 === 0 ? left : corner;
    if (preferred >= 0 && this.#references[preferred] === reference) return this.#vector(preferred);
    const same = neighbours.filter((each) => each >= 0 && this.#references[each] === reference);
    const [only] = same;
    if (same.length === 1 && only !== undefined) return this.#vector(only);
    const of = (values: Int16Array): number => median(values[left] ?? 0, values[above] ?? 0, values[corner] ?? 0);
    return [of(this.#x), of(this.#y)];
  }

  #vector(at: number): [x: number, y: number] {
    return [this.#x[at] ?? 0, this.#y[at] ?? 0];
  }

  #neighbours(at: number, halves: 1 | 2): Neighbours {
    const columns = this.#columns;
    const column = at % columns;
    const left = column > 0 ? at - 1 : -1;
    const above = at - columns;
    if (above < 0) return [left, -1, -1];
    if (column + halves < columns) return [left, above, above + halves];
    return [left, above, column > 0 ? above - 1 : -1];
  }
}
