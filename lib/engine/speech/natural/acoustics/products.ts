import type { MatrixFactor } from './factor.ts';
import { FACTOR_PANEL_COLUMNS } from './kernels/multiply.ts';
import { type ModelMemoryMatrix, matrixEndAddress, matrixRowBytes, roundUpToTileRows } from './matrix.ts';
import type { ModelMemory } from './model-memory.ts';

/**
 * A quantized matrix in the memory of the model, with the rows and columns of the matrix of floats from which it was made. Its numbers are
 * 16-bit integers; each stands for its product with `step`.
 */
export interface KernelInt16Matrix {
  address: number;
  rows: number;
  columns: number;
  step: number;
  /** Address of a 32-bit integer for each row, with which its products start. */
  terms: number;
}

/** The largest unsigned byte: the number of steps from the least to the greatest number of a matrix. */
const MAX_UNSIGNED_BYTE = 255;

/** The nearest integer, half to even. */
export function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/**
 * Quantizes a matrix to 256 values from the least to the greatest of its numbers and 0, as ONNX's DynamicQuantizeLinear. The zero point is
 * subtracted already: the numbers need 16 bits.
 */
export function quantizeMatrix(memory: ModelMemory, matrix: ModelMemoryMatrix): KernelInt16Matrix {
  const { rows, columns } = matrix;
  const address = memory.take(2 * roundUpToTileRows(rows) * columns);
  const rangeAddress = memory.take(8);
  memory.kernels.range(matrix.address, matrixEndAddress(matrix), rangeAddress);
  const [min = 0, max = 0] = memory.floats(rangeAddress, 2);
  // The step is a 32-bit float in ONNX. A matrix of zeros has no range: any step will do.
  const step = Math.fround(Math.fround(max - min) / MAX_UNSIGNED_BYTE) || 1;
  const zeroPoint = Math.min(MAX_UNSIGNED_BYTE, Math.max(0, roundHalfEven(Math.fround(-min / step))));
  memory.kernels.quantize(
    matrix.address,
    matrixEndAddress(matrix),
    address,
    step,
    -zeroPoint,
    MAX_UNSIGNED_BYTE - zeroPoint,
  );
  const terms = memory.take(4 * roundUpToTileRows(rows));
  memory.kernels.rowTerms(address, address + 2 * roundUpToTileRows(rows) * columns, 2 * columns, terms);
  return { address, rows, columns, step, terms };
}

/** Rows that are multiplied with a panel before the next panel is taken: they stay in the cache nearest to the core. */
const ROWS_PER_BLOCK = 128;

/**
 * Multiplies integers with a factor of integers.
 * @param out gets the product, times the scales, plus the biases
 * @param addsToOut true: the result is added to the numbers of `out`
 */
export function multiplyIntegerMatrices(
  memory: ModelMemory,
  left: KernelInt16Matrix,
  factor: MatrixFactor,
  out: ModelMemoryMatrix,
  addsToOut = false,
): void {
  const { kernels } = memory;
  const multiply = addsToOut ? kernels.addIntegers : kernels.multiplyIntegers;
  const panelNumbers = FACTOR_PANEL_COLUMNS * factor.length;
  memory.scoped(() => {
    const widenedPanel = memory.take(2 * panelNumbers + 4 * FACTOR_PANEL_COLUMNS);
    for (let row = 0; row < left.rows; row += ROWS_PER_BLOCK) {
      const rows = Math.min(ROWS_PER_BLOCK, roundUpToTileRows(left.rows - row));
      const leftAddress = left.address + row * 2 * left.columns;
      for (let column = 0; column < factor.columns; column += FACTOR_PANEL_COLUMNS) {
        const panel = factor.panels + column * factor.length;
        const productAddress = out.address + row * matrixRowBytes(out.columns) + 4 * column;
        const [scales, biases] = [factor.scales + 4 * column, factor.biases + 4 * column];
        kernels.widen(panel, panel + panelNumbers, widenedPanel);
        // biome-ignore format: what belongs together is on a line
        multiply(
          leftAddress, 2 * left.columns, rows, widenedPanel, widenedPanel + 2 * panelNumbers,
          productAddress, matrixRowBytes(out.columns), scales, biases, left.step, left.terms + 4 * row,
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
 * As `multiplyIntegerMatrices`, for floats.
 * @param out the place of the product
 * @param scale factor of all numbers of the product
 */
export function multiplyFloatMatrices(
  memory: ModelMemory,
  left: FloatRows,
  factor: MatrixFactor,
  out: FloatRows,
  scale = 1,
): void {
  const panelBytes = 4 * FACTOR_PANEL_COLUMNS * factor.length;
  for (let column = 0; column < factor.columns; column += FACTOR_PANEL_COLUMNS) {
    const panel = factor.panels + 4 * column * factor.length;
    const productAddress = out.address + 4 * column;
    const [scales, biases] = [factor.scales + 4 * column, factor.biases + 4 * column];
    // biome-ignore format: what belongs together is on a line
    memory.kernels.multiplyFloats(
      left.address, left.stride, roundUpToTileRows(left.rows), panel, panel + panelBytes,
      productAddress, out.stride, scales, biases, scale, 0,
    );
  }
}

/** All of a matrix as rows of floats. */
export const floatRowsOfMatrix = ({ address, rows, columns }: ModelMemoryMatrix): FloatRows => ({
  address,
  rows,
  stride: matrixRowBytes(columns),
});
