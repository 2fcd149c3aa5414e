import type { MatrixFactor } from './factor.ts';
import { FACTOR_PANEL_COLUMNS } from './kernels/multiply.ts';
import { type KernelMatrix, matrixEndAddress, matrixRowBytes, roundUpToTileRows } from './matrix.ts';
import type { ModelMemory } from './model-memory.ts';

/** A matrix of 16-bit integers with the same rows and columns as one of floats, and the size of 1. */
export interface IntegerMatrix {
  address: number;
  rows: number;
  columns: number;
  step: number;
  /** Address of a 32-bit integer for each row, with which its products start. */
  terms: number;
}

/** Most integers of an unsigned byte. */
const LEVELS = 255;

/** The nearest integer, half to even. */
export function roundHalfEven(value: number): number {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}

/**
 * The numbers of a matrix as 8-bit integers, whose step follows from the least and the greatest number, as in ONNX's DynamicQuantizeLinear.
 * The zero point is subtracted already.
 */
export function quantizeMatrix(memory: ModelMemory, matrix: KernelMatrix): IntegerMatrix {
  const { rows, columns } = matrix;
  const address = memory.take(2 * roundUpToTileRows(rows) * columns);
  const limits = memory.take(8);
  memory.kernels.range(matrix.address, matrixEndAddress(matrix), limits);
  const [least = 0, most = 0] = memory.floats(limits, 2);
  // The step is a 32-bit float in ONNX. A matrix of zeros has no range: any step will do.
  const step = Math.fround(Math.fround(most - least) / LEVELS) || 1;
  const zero = Math.min(LEVELS, Math.max(0, roundHalfEven(Math.fround(-least / step))));
  memory.kernels.quantize(matrix.address, matrixEndAddress(matrix), address, step, -zero, LEVELS - zero);
  const terms = memory.take(4 * roundUpToTileRows(rows));
  memory.kernels.rowTerms(address, address + 2 * roundUpToTileRows(rows) * columns, 2 * columns, terms);
  return { address, rows, columns, step, terms };
}

/** Rows that are multiplied with a panel before the next panel is taken: they stay in the cache nearest to the core. */
const BLOCK_ROWS = 128;

/**
 * Multiplies integers with a factor of integers.
 * @param out gets the product, times the scales, plus the biases
 * @param addsToOut whether `out` keeps its numbers, and the result is added to them
 */
export function multiplyIntegers(
  memory: ModelMemory,
  left: IntegerMatrix,
  factor: MatrixFactor,
  out: KernelMatrix,
  addsToOut = false,
): void {
  const { kernels } = memory;
  const multiply = addsToOut ? kernels.addIntegers : kernels.multiplyIntegers;
  const panelNumbers = FACTOR_PANEL_COLUMNS * factor.length;
  memory.scoped(() => {
    const wide = memory.take(2 * panelNumbers + 4 * FACTOR_PANEL_COLUMNS);
    for (let row = 0; row < left.rows; row += BLOCK_ROWS) {
      const rows = Math.min(BLOCK_ROWS, roundUpToTileRows(left.rows - row));
      const from = left.address + row * 2 * left.columns;
      for (let column = 0; column < factor.columns; column += FACTOR_PANEL_COLUMNS) {
        const panel = factor.panels + column * factor.length;
        const to = out.address + row * matrixRowBytes(out.columns) + 4 * column;
        const [scales, biases] = [factor.scales + 4 * column, factor.biases + 4 * column];
        kernels.widen(panel, panel + panelNumbers, wide);
        // biome-ignore format: what belongs together is on a line
        multiply(
          from, 2 * left.columns, rows, wide, wide + 2 * panelNumbers,
          to, matrixRowBytes(out.columns), scales, biases, left.step, left.terms + 4 * row,
        );
      }
    }
  });
}

/** Rows of floats in memory: of a part of a matrix, or rows that overlap. */
export interface FloatRows {
  address: number;
  rows: number;
  /** Bytes from a row to the next one. */
  stride: number;
}

/**
 * As `multiplyIntegers`, for floats.
 * @param out the place of the product
 * @param scale by which all numbers of the product are multiplied
 */
export function multiplyFloats(
  memory: ModelMemory,
  left: FloatRows,
  factor: MatrixFactor,
  out: FloatRows,
  scale = 1,
): void {
  const panelBytes = 4 * FACTOR_PANEL_COLUMNS * factor.length;
  for (let column = 0; column < factor.columns; column += FACTOR_PANEL_COLUMNS) {
    const panel = factor.panels + 4 * column * factor.length;
    const to = out.address + 4 * column;
    const [scales, biases] = [factor.scales + 4 * column, factor.biases + 4 * column];
    // biome-ignore format: what belongs together is on a line
    memory.kernels.multiplyFloats(
      left.address, left.stride, roundUpToTileRows(left.rows), panel, panel + panelBytes,
      to, out.stride, scales, biases, scale, 0,
    );
  }
}

/** All of a matrix as rows of floats. */
export const floatRowsOfMatrix = ({ address, rows, columns }: KernelMatrix): FloatRows => ({
  address,
  rows,
  stride: matrixRowBytes(columns),
});
