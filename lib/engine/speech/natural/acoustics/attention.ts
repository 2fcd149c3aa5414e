import { type MatrixFactor, zeroFloatMatrixFactor } from './factor.ts';
import { FACTOR_PANEL_COLUMNS } from './kernels/multiply.ts';
import { allocateMatrix, type KernelMatrix, matrixRowBytes, numbersOfMatrix } from './matrix.ts';
import type { ModelMemory } from './model-memory.ts';
import { multiplyFloats } from './products.ts';

/** Added to the scores of keys that do not exist, so that their weight becomes 0. */
const MASKED_SCORE = -1e30;
const HEAD_COUNT = 2;

/** An attention head: the first columns of its queries, keys and values, and the number of columns of each. */
interface Head {
  size: number;
  query: number;
  key: number;
  value: number;
}

const headsOf = (width: number): Head[] =>
  Array.from({ length: HEAD_COUNT }, (_, index) => {
    const query = (index * width) / HEAD_COUNT;
    return { size: width / HEAD_COUNT, query, key: width + query, value: 2 * width + query };
  });

/** The keys of a head as a factor of the queries: a column for each row. */
function keyFactorOf(
  memory: ModelMemory,
  { rows, columns }: KernelMatrix,
  numbers: Float32Array,
  { size, key }: Head,
): MatrixFactor {
  const factor = zeroFloatMatrixFactor(memory, [size, rows], { biases: new Float32Array(rows) });
  memory.floats(factor.biases + 4 * rows, factor.columns - rows).fill(MASKED_SCORE);
  const panels = memory.floats(factor.panels, size * factor.columns);
  for (let row = 0; row < rows; row++) {
    const column = row % FACTOR_PANEL_COLUMNS;
    const panelIndex = (row - column) * size + column;
    const numberIndex = row * columns + key;
    for (let part = 0; part < size; part++)
      panels[panelIndex + part * FACTOR_PANEL_COLUMNS] = numbers[numberIndex + part] ?? 0;
  }
  return factor;
}

/** The values of a head as a factor of the weights; `keyCount` rows, the last of which may be padding. */
function valueFactorOf(
  memory: ModelMemory,
  matrix: KernelMatrix,
  numbers: Float32Array,
  { size, value }: Head,
  keyCount: number,
): MatrixFactor {
  const factor = zeroFloatMatrixFactor(memory, [keyCount, size], { biases: new Float32Array(size) });
  const panels = memory.floats(factor.panels, keyCount * size);
  for (let row = 0; row < matrix.rows; row++) {
    const numberIndex = row * matrix.columns + value;
    for (let column = 0; column < size; column += FACTOR_PANEL_COLUMNS) {
      const panelIndex = column * keyCount + row * FACTOR_PANEL_COLUMNS;
      for (let index = 0; index < FACTOR_PANEL_COLUMNS; index++)
        panels[panelIndex + index] = numbers[numberIndex + column + index] ?? 0;
    }
  }
  return factor;
}

/**
 * Self-attention: for each row the mean of all rows' values, weighted by how its query agrees with their keys.
 * @param projections queries, keys and values of each row, one after the other
 */
export function applySelfAttention(memory: ModelMemory, projections: KernelMatrix): KernelMatrix {
  const width = projections.columns / 3;
  const output = allocateMatrix(memory, projections.rows, width);
  memory.scoped(() => {
    // A copy: the view would be lost when the factors take memory.
    const numbers = numbersOfMatrix(memory, projections).slice();
    const { rows } = projections;
    for (const head of headsOf(width)) {
      const keys = keyFactorOf(memory, projections, numbers, head);
      const scores = allocateMatrix(memory, rows, keys.columns);
      const scoreRows = { address: scores.address, rows, stride: matrixRowBytes(scores.columns) };
      const queries = {
        address: projections.address + 4 * head.query,
        rows,
        stride: matrixRowBytes(projections.columns),
      };
      multiplyFloats(memory, queries, keys, scoreRows, 1 / Math.sqrt(head.size));
      memory.kernels.softmax(
        scores.address,
        scores.address + rows * matrixRowBytes(scores.columns),
        matrixRowBytes(scores.columns),
      );
      const values = valueFactorOf(memory, projections, numbers, head, scores.columns);
      multiplyFloats(memory, scoreRows, values, {
        address: output.address + 4 * head.query,
        rows,
        stride: matrixRowBytes(width),
      });
    }
  });
  return output;
}
