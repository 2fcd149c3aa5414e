import { type MatrixFactor, zeroFloatMatrixFactor } from './factor.ts';
import { FACTOR_PANEL_COLUMNS } from './kernels/multiply.ts';
import { allocateMatrix, type KernelMatrix, matrixRowBytes, numbersOfMatrix } from './matrix.ts';
import type { ModelMemory } from './model-memory.ts';
import { multiplyFloats } from './products.ts';

/** Added to scores of keys that do not exist. */
const NEVER = -1e30;
const HEADS = 2;

/** The columns of a head: the first of its queries, keys and values, and the number of each. */
interface Head {
  size: number;
  query: number;
  key: number;
  value: number;
}

const headsOf = (width: number): Head[] =>
  Array.from({ length: HEADS }, (_, index) => {
    const query = (index * width) / HEADS;
    return { size: width / HEADS, query, key: width + query, value: 2 * width + query };
  });

/** The keys of a head as a factor of the queries: a column for each row. */
function keysOf(
  memory: ModelMemory,
  { rows, columns }: KernelMatrix,
  numbers: Float32Array,
  { size, key }: Head,
): MatrixFactor {
  const factor = zeroFloatMatrixFactor(memory, [size, rows], { biases: new Float32Array(rows) });
  memory.floats(factor.biases + 4 * rows, factor.columns - rows).fill(NEVER);
  const panels = memory.floats(factor.panels, size * factor.columns);
  for (let row = 0; row < rows; row++) {
    const column = row % FACTOR_PANEL_COLUMNS;
    const first = (row - column) * size + column;
    const from = row * columns + key;
    for (let part = 0; part < size; part++) panels[first + part * FACTOR_PANEL_COLUMNS] = numbers[from + part] ?? 0;
  }
  return factor;
}

/** The values of a head as a factor of the weights; `keys` rows, the last of which may be padding. */
function valuesOf(
  memory: ModelMemory,
  matrix: KernelMatrix,
  numbers: Float32Array,
  { size, value }: Head,
  keys: number,
): MatrixFactor {
  const factor = zeroFloatMatrixFactor(memory, [keys, size], { biases: new Float32Array(size) });
  const panels = memory.floats(factor.panels, keys * size);
  for (let row = 0; row < matrix.rows; row++) {
    const from = row * matrix.columns + value;
    for (let column = 0; column < size; column += FACTOR_PANEL_COLUMNS) {
      const to = column * keys + row * FACTOR_PANEL_COLUMNS;
      for (let index = 0; index < FACTOR_PANEL_COLUMNS; index++)
        panels[to + index] = numbers[from + column + index] ?? 0;
    }
  }
  return factor;
}

/**
 * Self-attention: for each row the mean of all rows' values, weighted by how its query agrees with their keys.
 * @param projected queries, keys and values of each row, one after the other
 */
export function applySelfAttention(memory: ModelMemory, projected: KernelMatrix): KernelMatrix {
  const width = projected.columns / 3;
  const out = allocateMatrix(memory, projected.rows, width);
  memory.scoped(() => {
    // A copy: the view would be lost when the factors take memory.
    const numbers = numbersOfMatrix(memory, projected).slice();
    const { rows } = projected;
    for (const head of headsOf(width)) {
      const keys = keysOf(memory, projected, numbers, head);
      const scores = allocateMatrix(memory, rows, keys.columns);
      const scoreRows = { address: scores.address, rows, stride: matrixRowBytes(scores.columns) };
      const queries = { address: projected.address + 4 * head.query, rows, stride: matrixRowBytes(projected.columns) };
      multiplyFloats(memory, queries, keys, scoreRows, 1 / Math.sqrt(head.size));
      memory.kernels.softmax(
        scores.address,
        scores.address + rows * matrixRowBytes(scores.columns),
        matrixRowBytes(scores.columns),
      );
      const values = valuesOf(memory, projected, numbers, head, scores.columns);
      multiplyFloats(memory, scoreRows, values, {
        address: out.address + 4 * head.query,
        rows,
        stride: matrixRowBytes(width),
      });
    }
  });
  return out;
}
