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
  /** Absolute values of the stated differences to the predictions; 0 where nothing was stated. */
  readonly #statedX: Int16Array;
  readonly #statedY: Int16Array;

  /** @param columns halves in a row. @param rows rows of macroblocks. @param reference index of the picture of all halves that are not set */
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
  set(halfIndex: number, vector: MotionVectorWithReference | undefined): void {
    this.#references[halfIndex] = vector?.reference ?? -1;
    this.#x[halfIndex] = vector?.x ?? 0;
    this.#y[halfIndex] = vector?.y ?? 0;
  }

  /** Sets the differences that were stated for a half. */
  state(halfIndex: number, x: number, y: number): void {
    this.#statedX[halfIndex] = Math.abs(x);
    this.#statedY[halfIndex] = Math.abs(y);
  }

  /** The sums of the stated differences of the halves to the left and above, by which contexts are chosen. */
  statedAround(halfIndex: number): [x: number, y: number] {
    const [left, above] = this.#neighbours(halfIndex, 1);
    return [
      (this.#statedX[left] ?? 0) + (this.#statedX[above] ?? 0),
      (this.#statedY[left] ?? 0) + (this.#statedY[above] ?? 0),
    ];
  }

  /** The indexes of the pictures of the halves to the left and above; -1: none. */
  referencesAround(halfIndex: number): [left: number, above: number] {
    const [left, above] = this.#neighbours(halfIndex, 1);
    return [this.#references[left] ?? -1, this.#references[above] ?? -1];
  }

  /** The reference index of a macroblock that is predicted directly (8.4.1.2.2); -1: none. @param halfIndex its left half */
  directReference(halfIndex: number): number {
    const [left, above, corner] = this.#neighbours(halfIndex, 2);
    const [leftReference, aboveReference, cornerReference] = [
      this.#references[left] ?? -1,
      this.#references[above] ?? -1,
      this.#references[corner] ?? -1,
    ];
    return smallestReference(leftReference, smallestReference(aboveReference, cornerReference));
  }

  /** Reports whether a vector is that of a macroblock that is predicted directly. @param halfIndex its left half */
  isDirect(halfIndex: number, reference: number, vector: MotionVectorWithReference | undefined): boolean {
    if (reference < 0 || vector === undefined) return reference < 0 && vector === undefined;
    if (vector.reference !== reference) return false;
    const [x, y] = this.predicted(halfIndex, reference, 2);
    return x === vector.x && y === vector.y;
  }

  /** The predicted vector of a whole macroblock (2 halves) or of a half (1). */
  predicted(halfIndex: number, reference: number, halves: 1 | 2): [x: number, y: number] {
    const neighbours = this.#neighbours(halfIndex, halves);
    const [left, above, corner] = neighbours;
    if (above < 0 && corner < 0) return left < 0 ? [0, 0] : this.#vector(left);
    // The left half is like its left neighbour, the right one like that to the right, if it is of the same picture.
    const preferred = halves === 2 ? -1 : halfIndex % 2 === 0 ? left : corner;
    if (preferred >= 0 && this.#references[preferred] === reference) return this.#vector(preferred);
    const sameReferenceHalves = neighbours.filter((half) => half >= 0 && this.#references[half] === reference);
    const [onlyHalf] = sameReferenceHalves;
    if (sameReferenceHalves.length === 1 && onlyHalf !== undefined) return this.#vector(onlyHalf);
    const medianOf = (values: Int16Array): number => median(values[left] ?? 0, values[above] ?? 0, values[corner] ?? 0);
    return [medianOf(this.#x), medianOf(this.#y)];
  }

  #vector(halfIndex: number): [x: number, y: number] {
    return [this.#x[halfIndex] ?? 0, this.#y[halfIndex] ?? 0];
  }

  #neighbours(halfIndex: number, halves: 1 | 2): Neighbours {
    const columns = this.#columns;
    const column = halfIndex % columns;
    const left = column > 0 ? halfIndex - 1 : -1;
    const above = halfIndex - columns;
    if (above < 0) return [left, -1, -1];
    if (column + halves < columns) return [left, above, above + halves];
    return [left, above, column > 0 ? above - 1 : -1];
  }
}
