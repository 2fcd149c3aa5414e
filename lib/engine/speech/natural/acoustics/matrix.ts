import { PRODUCT_TILE_ROWS } from './kernels/multiply.ts';
import type { ModelMemory } from './model-memory.ts';

/** Rows of floats in memory, one after the other, with rows of zeros before and after them. */
export interface ModelMemoryMatrix {
  /** Address of the first row. */
  address: number;
  rows: number;
  columns: number;
}

/**
 * The number of rows of zeros before and after a matrix: enough for the widest convolution, and for the surplus rows of the last tile of a
 * product.
 */
export const MATRIX_MARGIN_ROWS = 24;

/** The number of bytes of a row of 32-bit floats. */
export const matrixRowBytes = (columns: number): number => 4 * columns;
/** The address after the last row. */
export const matrixEndAddress = ({ address, rows, columns }: ModelMemoryMatrix): number =>
  address + rows * matrixRowBytes(columns);
/** Rounds a number of rows up to a whole number of the tiles in which products are computed. */
export const roundUpToTileRows = (rows: number): number => Math.ceil(rows / PRODUCT_TILE_ROWS) * PRODUCT_TILE_ROWS;

/** Makes the rows next to the matrix zeros again, after a product wrote whole tiles. */
export function clearRowsNextToMatrix(memory: ModelMemory, matrix: ModelMemoryMatrix): void {
  memory.floats(matrixEndAddress(matrix), (roundUpToTileRows(matrix.rows) - matrix.rows) * matrix.columns).fill(0);
}

/** A matrix of undefined numbers, with zeros next to it. */
export function allocateMatrix(memory: ModelMemory, rows: number, columns: number): ModelMemoryMatrix {
  const margin = MATRIX_MARGIN_ROWS * matrixRowBytes(columns);
  const address = memory.take(rows * matrixRowBytes(columns) + 2 * margin) + margin;
  const matrix = { address, rows, columns };
  memory.floats(address - margin, MATRIX_MARGIN_ROWS * columns).fill(0);
  memory.floats(matrixEndAddress(matrix), MATRIX_MARGIN_ROWS * columns).fill(0);
  return matrix;
}

/** The numbers of a matrix, row by row. The view is lost when more memory is taken. */
export const numbersOfMatrix = (
  memory: ModelMemory,
  { address, rows, columns }: ModelMemoryMatrix,
): Float32Array<ArrayBuffer> => memory.floats(address, rows * columns);

/** A matrix whose rows are rows of `sourceMatrix`: those with the numbers `indexes`, in this order. */
export function gatherMatrixRows(
  memory: ModelMemory,
  sourceMatrix: ModelMemoryMatrix,
  indexes: readonly number[],
): ModelMemoryMatrix {
  const matrix = allocateMatrix(memory, indexes.length, sourceMatrix.columns);
  const [source, target] = [numbersOfMatrix(memory, sourceMatrix), numbersOfMatrix(memory, matrix)];
  indexes.forEach((index, row) => {
    target.set(
      source.subarray(index * sourceMatrix.columns, (index + 1) * sourceMatrix.columns),
      row * sourceMatrix.columns,
    );
  });
  return matrix;
}
